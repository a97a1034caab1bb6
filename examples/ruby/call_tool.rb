#!/usr/bin/env ruby
# frozen_string_literal: true

# Calls one tool through `agent-reach exec --json`. Needs nothing but Ruby.
#
#     ruby call_tool.rb git_log 5
#     AGENT_REACH="node bin/agent-reach.js" ruby call_tool.rb git_status
require "json"
require "open3"
require "shellwords"

AGENT_REACH = Shellwords.split(ENV.fetch("AGENT_REACH", "agent-reach"))

# The Result as a hash. `args`: an array in the tool's order, or a hash by name.
def call_tool(tool, args, **request)
  input = JSON.generate({ tool: tool, args: args, **request })
  stdout, = Open3.capture2(*AGENT_REACH, "exec", "--json", stdin_data: input)
  # There is a Result for every end, also for a request that was refused.
  JSON.parse(stdout)
end

tool, *args = ARGV
abort "usage: call_tool.rb TOOL [ARG…]" if tool.nil?

result = call_tool(tool, args)
print result["stdout"]
unless result["status"] == "success"
  error = result["error"] || { "message" => "exit code #{result["exit_code"]}" }
  warn result["stderr"], "#{result["status"]}: #{error["message"]}", error["hint"]
  exit 1
end
