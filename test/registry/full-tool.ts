/** One tool that says everything a tool can say. */
export const FULL_TOOL = `
[[tools]]
name = "git_log"
description = "Commits, newest first."
command = ["git", "log", "--max-count={limit}", "{verbose}", "--author={author}", "--format={{%h}}", "--", "{paths}"]
fallback = ["false"]
cwd = "caller"
timeout = 0.5
max_timeout = 60
idle_timeout = 20
grace = 0
risk = "medium"
group = "io"
exclusive = "git:{cwd}:{limit}"
env = ["HOME", "GIT_SSH"]
set_env = { GIT_OPTIONAL_LOCKS = "0" }
network = true
interactive = true
read_only = true
idempotent = false
cache = 1.5
encoding = "gbk"
exit_codes = { 1 = "no match", 0 = "fine" }
scope = "internal"
limits = { memory = "512 MiB", cpu = 0, processes = 20, open_files = 64, file_size = 1000 }
max_output = "1 MiB"
output_tokens = 500

[tools.params.limit]
type = "integer"
description = "How many."
default = 20
minimum = 1
maximum = 500

[tools.params.verbose]
type = "boolean"
description = "More."
flag = "--stat"
optional = true

[tools.params.author]
type = "string"
description = "Who."
optional = true
secret = true
allow_leading_dash = true
pattern = "^[a-z]+$"
maxLength = 10

[tools.params.paths]
type = "array"
items = { type = "path", within = "/srv/./data" }
description = "Files."
uniqueItems = true
maxItems = 3

[[tools.examples]]
args = { limit = 1, paths = ["a"] }
argv = ["git", "log", "--max-count=1", "--format={%h}", "--", "a"]
description = "The newest of one file."

[[tools.examples]]
args = ["2", "true", "ann", "a"]
`;
