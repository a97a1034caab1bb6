import { readdirSync, readFileSync } from "node:fs";
import { elfRunsHere, isElf } from "./elf.js";

/** Mach-O, 32 and 64 bit, both byte orders, and universal binaries. */
const MACH_O = new Set([0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe, 0xcafebabe, 0xbebafeca]);
const BINFMT = "/proc/sys/fs/binfmt_misc";

/** Whether the kernel takes a file without a `#!` line for a program of its own, by the file's first bytes. */
export function binaryFormat(file: string, header: Buffer): "runnable" | "other_machine" | "unknown" {
  if (process.platform === "darwin") {
    return header.length >= 4 && MACH_O.has(header.readUInt32BE(0)) ? "runnable" : "unknown";
  }
  if (isElf(header) && elfRunsHere(header)) return "runnable";
  if (registeredFormats().some((recognises) => recognises(file, header))) return "runnable";
  return isElf(header) ? "other_machine" : "unknown";
}

type Recogniser = (file: string, header: Buffer) => boolean;

/** Formats that the system's owner registered with the kernel (Wine, QEMU, Java, …). */
function registeredFormats(): Recogniser[] {
  try {
    return readdirSync(BINFMT)
      .filter((name) => name !== "status" && name !== "register")
      .flatMap((name) => parseBinfmt(readFileSync(`${BINFMT}/${name}`, "latin1")) ?? []);
  } catch {
    return [];
  }
}

/** Reads one entry of binfmt_misc; null when it is disabled or of another shape. */
export function parseBinfmt(entry: string): Recogniser | null {
  const value = (key: string) => new RegExp(`^${key} (\\S+)$`, "m").exec(entry)?.[1];
  if (!/^enabled$/m.test(entry)) return null;
  const extension = value("extension");
  if (extension !== undefined) return (file) => file.endsWith(extension);
  const wanted = Buffer.from(value("magic") ?? "", "hex");
  if (wanted.length === 0) return null;
  const mask = Buffer.from(value("mask") ?? "", "hex");
  const offset = Number(value("offset") ?? 0);
  return (_file, header) =>
    header.length >= offset + wanted.length &&
    wanted.every((byte, at) => ((header[offset + at]! ^ byte) & (mask[at] ?? 0xff)) === 0);
}
