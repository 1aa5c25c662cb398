package dev.rowan.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.cli.batch.BatchCommand;
import dev.rowan.cli.chaos.ChaosCommand;
import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.command.FailureReport;
import dev.rowan.cli.command.RowanVersion;
import dev.rowan.cli.doctor.DoctorCommand;
import dev.rowan.cli.explain.ExplainCommand;
import dev.rowan.cli.export.ExportCommand;
import dev.rowan.cli.graph.GraphCommand;
import dev.rowan.cli.history.RunsCommand;
import dev.rowan.cli.history.StatusCommand;
import dev.rowan.cli.install.InstallApiCommand;
import dev.rowan.cli.plan.EstimateCommand;
import dev.rowan.cli.plan.PreviewCommand;
import dev.rowan.cli.plugins.PluginsCommand;
import dev.rowan.cli.prices.PricesCommand;
import dev.rowan.cli.prove.ProveCommand;
import dev.rowan.cli.purge.PurgeCommand;
import dev.rowan.cli.reconcile.ReconcileCommand;
import dev.rowan.cli.replay.ReplayCommand;
import dev.rowan.cli.rows.RowsCommand;
import dev.rowan.cli.run.ResumeCommand;
import dev.rowan.cli.run.RetryCommand;
import dev.rowan.cli.run.RunCommand;
import dev.rowan.cli.run.WatchCommand;
import dev.rowan.cli.serve.ServeCommand;
import dev.rowan.cli.simulate.SimulateCommand;
import dev.rowan.cli.terminal.Consent;
import dev.rowan.cli.terminal.OutputFailure;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.tune.TuneCommand;
import dev.rowan.cli.validate.SchemaCommand;
import dev.rowan.cli.validate.ValidateCommand;
import dev.rowan.cli.verify.KeygenCommand;
import dev.rowan.cli.verify.VerifyCommand;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/// `rowan`: lists the commands.
@Command(
        name = "rowan",
        description = "Run rows through LLM pipelines: concurrent, ordered, resumable, fully audited.",
        mixinStandardHelpOptions = true,
        versionProvider = RowanVersion.class,
        exitCodeListHeading = "%nExit codes:%n",
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "In a clone of the repository, `${ROOT-COMMAND-NAME} test` runs all tests.",
            "",
            "Example:",
            "  ${ROOT-COMMAND-NAME} run examples/quickstart/pipeline.yaml"
        })
final class RowanCommand implements Runnable {
    private static final Set<String> VERSION = Set.of("-V", "--version");
    /// The commands that show others.
    private static final Set<String> NEEDING_ALL = Set.of("help", "completion");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private RowanCommand() {}

    /// The commands by name, in the order of the help.
    private static Map<String, Supplier<Object>> commands(Shell shell) {
        var commands = new LinkedHashMap<String, Supplier<Object>>();
        commands.put("run", () -> new RunCommand(shell));
        commands.put("resume", () -> new ResumeCommand(shell));
        commands.put("retry", () -> new RetryCommand(shell));
        commands.put("batch", () -> BatchCommand.of(shell));
        commands.put("replay", () -> new ReplayCommand(shell));
        commands.put("validate", () -> new ValidateCommand(shell));
        commands.put("graph", () -> new GraphCommand(shell));
        commands.put("preview", () -> new PreviewCommand(shell));
        commands.put("estimate", () -> new EstimateCommand(shell));
        commands.put("schema", () -> new SchemaCommand(shell));
        commands.put("plugins", () -> new PluginsCommand(shell));
        commands.put("prices", () -> new PricesCommand(shell));
        commands.put("runs", () -> new RunsCommand(shell));
        commands.put("status", () -> new StatusCommand(shell));
        commands.put("watch", () -> new WatchCommand(shell));
        commands.put("tune", () -> new TuneCommand(shell));
        commands.put("rows", () -> new RowsCommand(shell));
        commands.put("explain", () -> new ExplainCommand(shell));
        commands.put("verify", () -> new VerifyCommand(shell));
        commands.put("prove", () -> new ProveCommand(shell));
        commands.put("keygen", () -> new KeygenCommand(shell));
        commands.put("export", () -> new ExportCommand(shell));
        commands.put("reconcile", () -> new ReconcileCommand(shell));
        commands.put("purge", () -> new PurgeCommand(shell, Consent.ofTerminal()));
        commands.put("doctor", () -> new DoctorCommand(shell));
        commands.put("serve", () -> new ServeCommand(shell));
        commands.put("simulate", () -> new SimulateCommand(shell));
        commands.put("chaos", () -> new ChaosCommand(shell));
        commands.put("install-api", () -> new InstallApiCommand(shell));
        commands.put("completion", () -> new CompletionCommand(shell));
        commands.put("help", () -> new HelpCommand());
        return commands;
    }

    /// The command line with all commands.
    static CommandLine of(Shell shell) {
        return of(shell, commands(shell).values());
    }

    private static CommandLine of(Shell shell, Collection<Supplier<Object>> commands) {
        var failures = new FailureReport(shell);
        var rowan = new CommandLine(new RowanCommand());
        commands.forEach(command -> rowan.addSubcommand(command.get()));
        rowan.getSubcommands().values().forEach(RowanCommand::addHelp);
        rowan.setCommandName(shell.program());
        rowan.getCommandSpec().usageMessage().exitCodeList(ExitCode.help());
        return rowan.setOut(new PrintWriter(shell.out(), true, UTF_8))
                .setErr(new PrintWriter(shell.err(), true, UTF_8))
                .setExecutionStrategy(parsed -> executed(parsed, failures))
                .setExecutionExceptionHandler(failures)
                .setParameterExceptionHandler(failures);
    }

    /// Executes a command line; returns an exit code whatever happens. Building the model of all commands takes longer
    /// than most of them, so a command that is named first is built alone.
    static int execute(Shell shell, String... arguments) {
        try {
            if (arguments.length == 1 && VERSION.contains(arguments[0])) {
                return printVersion(shell);
            }
            Map<String, Supplier<Object>> commands = commands(shell);
            boolean alone =
                    arguments.length > 0 && commands.containsKey(arguments[0]) && !NEEDING_ALL.contains(arguments[0]);
            return of(shell, alone ? List.of(commands.get(arguments[0])) : commands.values())
                    .execute(arguments);
        } catch (Error thrown) {
            return new FailureReport(shell).handleUncaught(thrown, arguments);
        }
    }

    private static int printVersion(Shell shell) {
        try {
            shell.out().println(RowanVersion.text());
            return ExitCode.OK.number();
        } catch (OutputFailure lost) {
            return new FailureReport(shell).handleUncaught(lost);
        }
    }

    /// Runs the last command; rejects unknown arguments of `help`, and reports a failed write of the help.
    private static int executed(ParseResult parsed, FailureReport failures) {
        if (parsed.hasSubcommand()
                && parsed.subcommand().commandSpec().helpCommand()
                && !parsed.subcommand().unmatched().isEmpty()) {
            throw new UnmatchedArgumentException(
                    parsed.subcommand().commandSpec().commandLine(),
                    parsed.subcommand().unmatched());
        }
        try {
            return new RunLast().execute(parsed);
        } catch (OutputFailure lost) {
            return failures.handleUncaught(lost);
        }
    }

    private static void addHelp(CommandLine command) {
        command.getSubcommands().values().forEach(RowanCommand::addHelp);
        if (!command.getCommandSpec().helpCommand()) {
            command.getCommandSpec()
                    .addOption(OptionSpec.builder("-h", "--help")
                            .usageHelp(true)
                            .description("Show this help and exit.")
                            .build());
        }
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
