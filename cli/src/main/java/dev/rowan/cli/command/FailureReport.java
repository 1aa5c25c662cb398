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

/// Tells what went wrong on standard error, for machines also on standard output, and chooses the exit code.
public final class FailureReport implements IExecutionExceptionHandler, IParameterExceptionHandler {
    private static final String JSON = "--json";

    private final Shell shell;

    public FailureReport(Shell shell) {
        this.shell = shell;
    }

    @Override
    public int handleExecutionException(Exception thrown, CommandLine command, ParseResult arguments) {
        return told(thrown, command.getParseResult().hasMatchedOption(JSON));
    }

    /// Tells of what passed every command, such as an error of the JVM; `words` are those of the command line.
    public int handleUncaught(Throwable thrown, String... words) {
        return told(thrown, List.of(words).contains(JSON));
    }

    private int told(Throwable thrown, boolean json) {
        CommandFailure failure = CommandFailure.of(thrown);
        if (thrown instanceof OutputFailure lost) {
            if (!lost.isClosedPipe()) {
                tell(failure);
            }
            return failure.code().number();
        }
        tell(failure);
        if (json) {
            print(json(failure));
        }
        return failure.code().number();
    }

    /// Prints an object beside the message; where standard output cannot be written either, that is one message more.
    private void print(JsonObject object) {
        try {
            shell.out().println(object.line());
        } catch (OutputFailure lost) {
            shell.printError(lost.getMessage());
        }
    }

    private void tell(CommandFailure failure) {
        switch (failure) {
            case CommandFailure.Settings(var problems) -> problems(problems);
            case CommandFailure.World(var message, var run) -> {
                shell.printError(message);
                run.ifPresent(this::sayHowFarItCame);
            }
            case CommandFailure.Internal(var defect, var run) -> internal(defect, run);
        }
    }

    @Override
    public int handleParseException(ParameterException wrong, String[] arguments) {
        CommandLine command = wrong.getCommandLine();
        String message = wrong instanceof UnmatchedArgumentException unmatched ? unknown(unmatched) : words(wrong);
        String help = command.getCommandSpec().qualifiedName() + " --help";
        shell.printError(message);
        shell.err().println("Try: " + help);
        if (List.of(arguments).contains(JSON)) {
            print(error(ExitCode.USE).put("message", message).put("help", help));
        }
        return ExitCode.USE.number();
    }

    private static String words(ParameterException wrong) {
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

    /// Every problem on its line, and how many there are.
    private void problems(List<Problem> problems) {
        problems.forEach(problem -> shell.err().println(SafeText.line(problem.toString())));
        String file = problems.getFirst().location().file();
        shell.err().println(SafeText.line(Figures.counted(problems.size(), "problem") + " in " + file));
    }

    private void internal(Throwable defect, Optional<StoppedRunException> run) {
        shell.printError("internal error: " + CommandFailure.words(defect));
        run.ifPresent(this::sayHowFarItCame);
        if (shell.variable("ROWAN_DEBUG").isPresent()) {
            shell.err().println(SafeText.lines(DefectLog.trace(defect)));
        } else {
            shell.printError(DefectLog.write(defect)
                    .map(file -> "please report it with " + file + ", which holds the details")
                    .orElse("please report it; ROWAN_DEBUG=1 shows the details"));
        }
    }

    private void sayHowFarItCame(StoppedRunException run) {
        shell.printError("what was recorded until then stays: " + run.statusCommand());
        run.resumeCommand().ifPresent(command -> shell.printError("it can go on when the cause is gone: " + command));
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
                json.put("message", shell.withCommands(CommandFailure.words(defect)))
                        .put("run", run.map(StoppedRunException::runId));
        };
    }

    /// A problem or a warning for machines.
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
