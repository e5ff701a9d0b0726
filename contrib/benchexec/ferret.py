"""Ferret as a tool of BenchExec: test generation for C programs, as in Test-Comp."""

import benchexec.result as result
from benchexec.tools.template import BaseTool2


class Tool(BaseTool2):
    """Runs `ferret program` on a task and writes a suite in the format of Test-Comp."""

    REQUIRED_PATHS = ["ferret"]

    def name(self):
        return "Ferret"

    def executable(self, tool_locator):
        return tool_locator.find_executable("ferret")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="ferret ")

    def cmdline(self, executable, options, task, rlimits):
        words = [executable, "program", *task.input_files]
        if not any(option.startswith("--test-comp") for option in options):
            words += ["--test-comp", "test-suite.zip"]
        given = any(option.split("=")[0] in ("--budget", "--executions") for option in options)
        limit = rlimits.cputime or rlimits.walltime
        if limit and not given:
            # A tenth is left for replaying the corpus and for writing the suite.
            words += ["--budget", f"{max(1, int(limit * 0.9))}s"]
        if rlimits.cpu_cores:
            words += ["--jobs", str(rlimits.cpu_cores)]
        return [*words, *options]

    def determine_result(self, run):
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        if run.exit_code.value != 0:
            return f"{result.RESULT_ERROR} (status {run.exit_code.value})"
        if any(" is not supported" in line or "not supported in" in line for line in run.output):
            return f"{result.RESULT_DONE} (in part)"
        return result.RESULT_DONE

    def get_value_from_output(self, output, identifier):
        """The line that begins with an identifier, such as `findings` or `tests`."""
        for line in output:
            if line.startswith(f"{identifier}:"):
                return line.split(":", 1)[1].strip()
        return None
