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
import dev.rowan.cli.prove.ProveCommand;
import dev.rowan.cli.purge.PurgeCommand;
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
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private RowanCommand() {}

    /// The command line with all commands.
    static CommandLine of(Shell shell) {
        var failures = new FailureReport(shell);
        CommandLine rowan = new CommandLine(new RowanCommand())
                .addSubcommand(new RunCommand(shell))
                .addSubcommand(new ResumeCommand(shell))
                .addSubcommand(new RetryCommand(shell))
                .addSubcommand(BatchCommand.of(shell))
                .addSubcommand(new ReplayCommand(shell))
                .addSubcommand(new ValidateCommand(shell))
                .addSubcommand(new GraphCommand(shell))
                .addSubcommand(new PreviewCommand(shell))
                .addSubcommand(new EstimateCommand(shell))
                .addSubcommand(new SchemaCommand(shell))
                .addSubcommand(new PluginsCommand(shell))
                .addSubcommand(new RunsCommand(shell))
                .addSubcommand(new StatusCommand(shell))
                .addSubcommand(new WatchCommand(shell))
                .addSubcommand(new TuneCommand(shell))
                .addSubcommand(new RowsCommand(shell))
                .addSubcommand(new ExplainCommand(shell))
                .addSubcommand(new VerifyCommand(shell))
                .addSubcommand(new ProveCommand(shell))
                .addSubcommand(new KeygenCommand(shell))
                .addSubcommand(new ExportCommand(shell))
                .addSubcommand(new PurgeCommand(shell, Consent.ofTerminal()))
                .addSubcommand(new DoctorCommand(shell))
                .addSubcommand(new ServeCommand(shell))
                .addSubcommand(new SimulateCommand(shell))
                .addSubcommand(new ChaosCommand(shell))
                .addSubcommand(new InstallApiCommand(shell))
                .addSubcommand(new CompletionCommand(shell))
                .addSubcommand(new HelpCommand());
        rowan.getSubcommands().values().forEach(RowanCommand::addHelp);
        rowan.setCommandName(shell.program());
        rowan.getCommandSpec().usageMessage().exitCodeList(ExitCode.help());
        return rowan.setOut(new PrintWriter(shell.out(), true, UTF_8))
                .setErr(new PrintWriter(shell.err(), true, UTF_8))
                .setExecutionStrategy(parsed -> executed(parsed, failures))
                .setExecutionExceptionHandler(failures)
                .setParameterExceptionHandler(failures);
    }

    /// Executes a command line; returns an exit code whatever happens.
    static int execute(Shell shell, String... arguments) {
        try {
            return of(shell).execute(arguments);
        } catch (Error thrown) {
            return new FailureReport(shell).handleUncaught(thrown, arguments);
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
