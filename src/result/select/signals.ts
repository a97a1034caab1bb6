/** What the words of a line say about its weight, whatever tool printed it. */
export interface Signals {
  /** 0 … 1: how much it reads like an error or failure. */
  readonly severity: number;
  readonly kind: "error" | "failure" | "warning" | null;
  /** Counts or closes something: `3 failed, 20 passed`, `BUILD FAILURE`. */
  readonly summary: boolean;
  /** Names a place in a source file. */
  readonly place: boolean;
}

/** A word that does not stand in a path, an option or a longer name. */
const word = (words: string) => String.raw`(?<![\w./-])(?:${words})(?![\w/-]|\.\w)`;

const ERROR = new RegExp(
  `${word(
    "errors?|fatal|panic(?:ked|s)?|exceptions?|traceback|critical|emerg(?:ency)?|severe|abort(?:ed|ing)?|segmentation fault|core dumped|killed|uncaught|unhandled|undefined reference|out of memory|oom-killer",
  )}|错误|錯誤|异常|エラー|例外|오류|ошибк|исключение|fehler|erreur|errore`,
  "i",
);
/** Names of errors: `TypeError`, `SQLException`, `ENOENT`, `ERR!`. */
const ERROR_NAME =
  /[a-z](?:Error|Exception|Failure)\b|\bE(?:ACCES|CONN\w+|EXIST|INVAL|ISDIR|MFILE|NO\w+|PERM|PIPE|TIMEDOUT|ADDR\w+|RESOLVE)\b|\bERR[!_]|\bSIG(?:SEGV|ABRT|KILL|BUS|FPE|ILL)\b/;
/** An error that a line is about: the word opens it, or stands before a colon. */
const ERROR_LABEL =
  /(?:^|[\s:\]|>])(?:(?:[\w-]+ )?error|fatal|panic|exception|critical|severe|错误|错误|エラー|오류|fehler|erreur|ошибка)(?:\[\w+\]|\(s\)|s)?\s?[:：](?!:)|^(?:[\w.$]+\.)?[a-z]\w*(?:error|exception)\b|^\s*caused by:|\[(?:error|fatal|critical)\]|^\W*(?:error|fatal|panic)\b|^E:? +\S/i;
const FAILURE = new RegExp(
  `${word(
    "fail(?:ed|ure|ures|s|ing)?|not ok|unable to|cannot|can't|can not|could not|couldn't|did not|refused|denied|refuses|rejected|declined|invalid|illegal|missing|not found|no such|unknown|unrecogni[sz]ed|unexpected|undefined|undeclared|unresolved|unreachable|mismatch(?:es|ed)?|conflicts?|corrupt(?:ed|ion)?|timed out|time-?out|deadlock|violat\\w+|exceed(?:ed|s)|insufficient|forbidden|unauthori[sz]ed|expired?s?|not permitted|does not|doesn't|already (?:exists|in use)|is not|was not|no longer|broken|lost|crash(?:ed|es)?|exited with|exit(?:ed)? (?:code|status)|terminat(?:ed|ing)|unsupported|not supported|too (?:long|many|large|quickly|old|new)|no space|out of (?:range|space|bounds|date)|leak(?:ed|s)?|nan|stopped|dropped|overflow|unhealthy|degraded|revert(?:ed)?",
  )}|[✗✕✘❌●]|失败|失敗|无法|找不到|未找到|未声明|拒绝|見つかりません|できません|ありません|不能|실패|не удалось|нет такого|отказано|nicht gefunden|verweigert|ungültig|unbekannt|impossible|introuvable|échec|inconnue?|no se puede|non trovato`,
  "i",
);
const WARNING = new RegExp(`${word("warn(?:ing)?s?")}|\\bdeprecat\\w+|警告|warnung|avertissement|предупреждение`, "i");
/** Says that nothing is wrong. */
const DENIAL =
  /(?<![\w.])(?:0|no|zero|without|ignor\w+|any) (?:\w+ )?(?:errors?|failures?|failed|warnings?|problems?|vulnerabilities)\b|\b(?:errors?|failed|failures?|warnings?|fail)["']?\s*[:=]\s*0\b|(?:^|\s)(?:ok|passed|pass|done|success|successful(?:ly)?|✓|✔)[.!]?\s*(?:\([^)]*\))?$|^\s*(?:ok|✓|✔|√|pass)\b/i;
const QUIET = /\b(?:INFO|DEBUG|TRACE|VERBOSE|debug\d)\b|<(?:info|debug)>|"level":"(?:info|debug|trace)"/;
const SUMMARY =
  /(?<![\w.:,])\d[\d,.]* (?:(?![[<]?(?:error|warn|info|debug)(?:ing)?\b)\S+ ){0,2}(?:pass(?:ed|ing)|fail(?:ed|ing|ures)|(?:error|warning)(?:s|\(s\))|problems?|tests?|examples?|suites?|skipped|pending|total|succeeded|ok|completed|rejected|vulnerabilities)(?!\w)|(?<![\w.:,])[01] (?:\S+ )?(?:error|warning|failure)(?=[^\w:]*$|[.,;)\]]| (?:in|and|found|generated|emitted|affecting)\b)|^\W*(?:tests?|test suites|total|totals|result|results|summary|ran|finished|failed|passed|elapsed|done|completed|error summary)\b[^a-z]*[:=\d]|\bBUILD [A-Z]\w+|(?:pass|fail|failures|errors|skipped)["']?\s*[:=]?\s+?\d+\s*$|\d+ ?个(?:错误|警告)|(?:エラー|警告)\d+個|\b(?:written|saved) to\b|(?:\d+ [a-z][a-z ]*, ){2}/i;
const PLACE =
  /(?:^|[\s("'`[@|:])(?:[A-Za-z]:)?(?:[\w.@~+-]*[\\/])*[\w@+-][\w.@+-]*\.[A-Za-z]\w{0,9}(?::\d+|\(\d+|:\[\d+)|\bFile "[^"]+", line \d+|\bline \d+\b|^\s*-->|^\s*at .+[:(]/;

/** Reads the words of a line. Depends on nothing that a template masks, so lines of one template share it. */
export function signalsOf(line: string): Signals {
  const text = line.length > 600 ? line.slice(0, 600) : line;
  const place = PLACE.test(text);
  const summary = SUMMARY.test(text);
  let severity = 0;
  let kind: Signals["kind"] = null;
  if (ERROR_LABEL.test(text)) [severity, kind] = [1, "error"];
  else if (ERROR.test(text) || ERROR_NAME.test(text)) [severity, kind] = [0.8, "error"];
  else if (WARNING.test(text)) [severity, kind] = [0.45, "warning"];
  else if (FAILURE.test(text)) [severity, kind] = [0.6, "failure"];
  if (kind === null) return { severity, kind, summary, place };
  if (DENIAL.test(text)) severity *= 0.2;
  else if (QUIET.test(text)) severity *= 0.5;
  return { severity, kind, summary, place };
}
