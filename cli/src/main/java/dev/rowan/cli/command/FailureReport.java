package dev.rowan.cli.command;

import dev.rowan.api.config.NearName;
import dev.rowan.api.config.Problem;
import dev.rowan.cli.terminal.Figures;
import dev.rowan.cli.terminal.Json;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
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
    /// What every line of a failure begins with.
    public static final String PREFIX = "rowan: ";

    private final Shell shell;

    public FailureReport(Shell shell) {
        this.shell = shell;
    }

    @Override
    public int handleExecutionException(Exception thrown, CommandLine command, ParseResult arguments) {
        Failure failure = Failure.of(thrown);
        tell(failure);
        if (command.getParseResult().hasMatchedOption("--json")) {
            shell.out().println(json(failure).line());
        }
        return failure.code().number();
    }

    /// Tells of an error that passed every command, such as one of the JVM.
    public int handleError(Error thrown) {
        Failure failure = Failure.of(thrown);
        tell(failure);
        return failure.code().number();
    }

    private void tell(Failure failure) {
        switch (failure) {
            case Failure.Settings(var problems) -> problems(problems);
            case Failure.World(var message, var run) -> {
                say(message);
                run.ifPresent(this::sayHowFarItCame);
            }
            case Failure.Internal(var defect, var run) -> internal(defect, run);
        }
    }

    @Override
    public int handleParseException(ParameterException wrong, String[] arguments) {
        CommandLine command = wrong.getCommandLine();
        say(wrong instanceof UnmatchedArgumentException unmatched ? unknown(unmatched) : words(wrong));
        shell.err().println("Try: " + command.getCommandSpec().qualifiedName() + " --help");
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
        String file = problems.getFirst().place().file();
        shell.err().println(SafeText.line(Figures.counted(problems.size(), "problem") + " in " + file));
    }

    private void internal(Throwable defect, Optional<StoppedRun> run) {
        say("internal error: " + Failure.words(defect));
        run.ifPresent(this::sayHowFarItCame);
        if (shell.variable("ROWAN_DEBUG").isPresent()) {
            shell.err().println(SafeText.lines(DefectLog.trace(defect)));
        } else {
            say(DefectLog.write(defect)
                    .map(file -> "please report it with " + file + ", which holds the details")
                    .orElse("please report it; ROWAN_DEBUG=1 shows the details"));
        }
    }

    private void sayHowFarItCame(StoppedRun run) {
        say("what was recorded until then stays: " + run.statusCommand());
        run.resumeCommand().ifPresent(command -> say("it can go on when the cause is gone: " + command));
    }

    private void say(String message) {
        SafeText.lines(message).lines().forEach(line -> shell.err().println(PREFIX + line));
    }

    private static Json json(Failure failure) {
        Json json = Json.object()
                .put("status", "error")
                .put("exit_code", failure.code().number());
        return switch (failure) {
            case Failure.Settings(var problems) ->
                json.put("problems", problems.stream().map(FailureReport::json).toList());
            case Failure.World(var message, var run) ->
                json.put("message", message).put("run", run.map(StoppedRun::runId));
            case Failure.Internal(var defect, var run) ->
                json.put("message", Failure.words(defect)).put("run", run.map(StoppedRun::runId));
        };
    }

    /// A problem or a warning for machines.
    public static Json json(Problem problem) {
        return Json.object()
                .put("code", problem.code())
                .put("file", problem.place().file())
                .put("line", problem.place().line())
                .put("column", problem.place().column())
                .put("path", problem.path())
                .put("message", problem.message())
                .put("hint", problem.hint());
    }
}
