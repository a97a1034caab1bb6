import { homedir, userInfo } from "node:os";
import { isAbsolute } from "node:path";

/** The home folder of this user; null for a user without an entry in the user database. */
export function systemHome(): string | null {
  try {
    // `homedir` takes whatever HOME holds, also an empty or relative one.
    const home = homedir();
    return isAbsolute(home) ? home : userInfo().homedir;
  } catch {
    return null;
  }
}
