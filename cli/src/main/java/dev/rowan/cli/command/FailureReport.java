package dev.rowan.cli.command;

import dev.rowan.api.config.NearName;
import dev.rowan.api.config.Problem;
import dev.rowan.cli.terminal.OutputFailure;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.report.Figures;
import dev.rowan.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/// Reports failures on standard error, with `--json` also on standard output, and returns the exit code.
public final class FailureReport implements IExecutionExceptionHandler, IParameterExceptionHandler {
    private static final String JSON = "--json";

    private final Shell shell;

    public FailureReport(Shell shell) {
        this.shell = shell;
    }

    @Override
    public int handleExecutionException(Exception thrown, CommandLine command, ParseResult arguments) {
        return report(thrown, command.getParseResult().hasMatchedOption(JSON));
    }

    /// Reports what no command caught, such as an error of the JVM; `arguments` are those of the command line.
    public int handleUncaught(Throwable thrown, String... arguments) {
        return report(thrown, List.of(arguments).contains(JSON));
    }

    private int report(Throwable thrown, boolean json) {
        CommandFailure failure = CommandFailure.of(thrown);
        if (thrown instanceof OutputFailure lost) {
            if (!lost.isClosedPipe()) {
                printFailure(failure);
            }
            return failure.code().number();
        }
        printFailure(failure);
        if (json) {
            print(json(failure));
        }
        return failure.code().number();
    }

    /// Prints the JSON object; a failure to write it is reported too.
    private void print(JsonObject object) {
        try {
            shell.out().println(object.line());
        } catch (OutputFailure lost) {
            shell.printError(lost.getMessage());
        }
    }

    private void printFailure(CommandFailure failure) {
        switch (failure) {
            case CommandFailure.Settings(var problems) -> problems(problems);
            case CommandFailure.World(var message, var run) -> {
                shell.printError(message);
                run.ifPresent(this::printProgressHint);
            }
            case CommandFailure.Internal(var defect, var run) -> internal(defect, run);
        }
    }

    @Override
    public int handleParseException(ParameterException wrong, String[] arguments) {
        CommandLine command = wrong.getCommandLine();
        String message = wrong instanceof UnmatchedArgumentException unmatched ? unknown(unmatched) : message(wrong);
        String help = command.getCommandSpec().qualifiedName() + " --help";
        shell.printError(message);
        shell.err().println("Try: " + help);
        if (List.of(arguments).contains(JSON)) {
            print(error(ExitCode.USE).put("message", message).put("help", help));
        }
        return ExitCode.USE.number();
    }

    private static String message(ParameterException wrong) {
        String message = String.valueOf(wrong.getMessage());
        return message.startsWith("Error: ") ? message.substring("Error: ".length()) : message;
    }

    private static String unknown(UnmatchedArgumentException unmatched) {
        CommandLine command = unmatched.getCommandLine();
        String word = unmatched.getUnmatched().getFirst();
        boolean option = word.startsWith("-");
        var known = new ArrayList<String>(
                option
                        ? command.getCommandSpec().optionsMap().keySet()
                        : command.getSubcommands().keySet());
        String what = option ? "option" : known.isEmpty() ? "argument" : "command";
        return "unknown " + what + " '" + word + "'"
                + NearName.hint(word, known).map(hint -> "; " + hint).orElse("");
    }

    /// One line per problem, and their number.
    private void problems(List<Problem> problems) {
        problems.forEach(problem -> shell.err().println(SafeText.line(problem.toString())));
        String file = problems.getFirst().location().file();
        shell.err().println(SafeText.line(Figures.counted(problems.size(), "problem") + " in " + file));
    }

    private void internal(Throwable defect, Optional<StoppedRunException> run) {
        shell.printError("internal error: " + CommandFailure.message(defect));
        run.ifPresent(this::printProgressHint);
        if (shell.variable("ROWAN_DEBUG").isPresent()) {
            shell.err().println(SafeText.lines(DefectLog.trace(defect)));
        } else {
            shell.printError(DefectLog.write(defect)
                    .map(file -> "please report it and attach " + file)
                    .orElse("please report it; ROWAN_DEBUG=1 prints the stack trace"));
        }
    }

    private void printProgressHint(StoppedRunException run) {
        shell.printError("progress is recorded; show it with: " + run.statusCommand());
        run.resumeCommand().ifPresent(command -> shell.printError("fix the cause, then resume: " + command));
    }

    private static JsonObject error(ExitCode code) {
        return JsonObject.object().put("status", "error").put("exit_code", code.number());
    }

    private JsonObject json(CommandFailure failure) {
        JsonObject json = error(failure.code());
        return switch (failure) {
            case CommandFailure.Settings(var problems) ->
                json.put("problems", problems.stream().map(FailureReport::json).toList());
            case CommandFailure.World(var message, var run) ->
                json.put("message", shell.withCommands(message)).put("run", run.map(StoppedRunException::runId));
            case CommandFailure.Internal(var defect, var run) ->
                json.put("message", shell.withCommands(CommandFailure.message(defect)))
                        .put("run", run.map(StoppedRunException::runId));
        };
    }

    /// A problem or a warning as JSON.
    public static JsonObject json(Problem problem) {
        return JsonObject.object()
                .put("code", problem.code())
                .put("file", problem.location().file())
                .put("line", problem.location().line())
                .put("column", problem.location().column())
                .put("path", problem.path())
                .put("message", problem.message())
                .put("hint", problem.hint());
    }
}
