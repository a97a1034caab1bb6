#!/bin/sh
# Calls one tool through `agent-reach exec --json` and acts on how it ended. Needs a POSIX shell, and jq for the text.
#
#     call-tool.sh git_log '[]'
#     AGENT_REACH="node bin/agent-reach.js" call-tool.sh git_log '{"limit": 5}'
set -u

agent_reach=${AGENT_REACH:-agent-reach}
[ $# -ge 1 ] || { echo "usage: call-tool.sh TOOL [ARGS-AS-JSON]" >&2; exit 64; }
tool=$1
args=${2-'[]'}

# The words of AGENT_REACH are meant to be split.
# shellcheck disable=SC2086
result=$(printf '{"tool": "%s", "args": %s}' "$tool" "$args" | $agent_reach exec --json)
status=$?

case $status in
0) ;;
75) echo "busy: try again in $(printf '%s' "$result" | jq '.error.retry_after_ms') ms" >&2 ;;
78) echo "a person has to approve: $(printf '%s' "$result" | jq -c '.error.details.argv')" >&2 ;;
124) echo "it took too long; what it printed until then follows" >&2 ;;
*) printf '%s' "$result" | jq -r '"\(.status): \(.error.message // "exit code \(.exit_code)")", .error.hint // empty, .stderr' >&2 ;;
esac
printf '%s' "$result" | jq -j '.stdout'
exit "$status"
