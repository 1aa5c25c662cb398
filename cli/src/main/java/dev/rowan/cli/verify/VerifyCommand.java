package dev.rowan.cli.verify;

import dev.rowan.cli.command.KeyFiles;
import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.verify.Verified.HeadRead;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.seal.VerifyingKey;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.HeadFiles;
import dev.rowan.landscape.verify.Verdict;
import dev.rowan.landscape.verify.VerifyInputs;
import dev.rowan.landscape.verify.VerifyReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `rowan verify`: verifies a run's record against its heads and sinks.
@Command(
        name = "verify",
        description = "Verify that a run's record and output were not modified.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} latest --head kept/rowan-latest.head.json",
            "",
            "Exit codes: 0 intact, 10 modified, 11 the run is not completed, 12 no head",
            "outside the database to verify against."
        })
public final class VerifyCommand implements Callable<Integer> {
    /// The default number of sends after a lost reply, if not recorded.
    private static final int UNKNOWN_RESENDS = 1;

    private final Shell shell;

    @Parameters(paramLabel = "RUN", description = "Run id, unique prefix of an id, run name, or 'latest'.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String run;

    @Option(
            names = "--head",
            paramLabel = "FILE",
            description = {
                "Head kept elsewhere; repeatable. The head file",
                "next to the run's sinks is found automatically."
            })
    private List<Path> heads = new ArrayList<>();

    @Option(names = "--pubkey", paramLabel = "FILE", description = "Public key that must have signed the heads.")
    private Optional<Path> pubkey = Optional.empty();

    @Option(
            names = "--sink",
            paramLabel = "[NAME=]FILE",
            description = {"New location of a sink's file; repeatable. Without", "NAME, the sink with that file name."})
    private List<String> sinks = new ArrayList<>();

    @Mixin
    private final LandscapeOption landscape = new LandscapeOption();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    public VerifyCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        LandscapeAddress address = landscape.choose(shell);
        String runId;
        try (LandscapeReader reader = address.read()) {
            runId = reader.runs().resolve(run);
        }
        Optional<VerifyingKey> key = Optional.empty();
        if (pubkey.isPresent()) {
            key = Optional.of(KeyFiles.publicKey(shell.folder().resolve(pubkey.get())));
        }
        try (ChainCheck check = address.check()) {
            Verified verified = verified(check, runId, key);
            if (json) {
                shell.out().println(VerifiedJson.of(verified).line());
            } else {
                new VerifiedText(verified, shell).lines().forEach(shell.out()::println);
            }
            return verified.code().number();
        }
    }

    private Verified verified(ChainCheck check, String runId, Optional<VerifyingKey> key) throws IOException {
        var files = new SinkPaths(sinks, shell.folder());
        List<HeadRead> read = heads(check, runId, files);
        VerifyInputs against = VerifyInputs.itself()
                .unknownResends(UNKNOWN_RESENDS)
                .with(read.stream().flatMap(head -> head.head().stream()).toList());
        VerifyReport report = check.verify(runId, key.map(against::with).orElse(against));
        return new Verified(
                runId,
                report,
                read,
                report.verdict() instanceof Verdict.Intact ? files.check(check, runId, report) : List.of(),
                key);
    }

    /// The given heads, and those in the directories of the sinks.
    private List<HeadRead> heads(ChainCheck check, String runId, SinkPaths files) throws IOException {
        var read = new ArrayList<HeadRead>();
        for (Path head : heads) {
            Path file = shell.folder().resolve(head);
            read.add(new HeadRead(file, KeyFiles.head(file, runId)));
        }
        Set<Path> folders = new LinkedHashSet<>(files.folders(check.targets(runId)));
        for (Path folder : folders) {
            Path file = HeadFiles.in(folder, runId);
            if (Files.isRegularFile(file)) {
                read.add(new HeadRead(file, HeadFiles.read(file)));
            }
        }
        return read;
    }
}
