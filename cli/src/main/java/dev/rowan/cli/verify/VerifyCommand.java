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

/// `rowan verify`: recomputes a run's record and compares it with its heads and sinks.
@Command(
        name = "verify",
        description = "Check that a run's record and its output are as they were written.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} latest --head kept/rowan-latest.head.json",
            "",
            "Exit codes: 0 all as it was written, 10 tampered with, 11 the run is not",
            "complete, 12 no head outside the database was found to hold it against."
        })
public final class VerifyCommand implements Callable<Integer> {
    /// How often a call is sent again after a lost reply, where the record does not say it.
    private static final int UNKNOWN_RESENDS = 1;

    private final Shell shell;

    @Parameters(paramLabel = "RUN", description = "An id, the beginning of one, a run's name, or 'latest'.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String run;

    @Option(
            names = "--head",
            paramLabel = "FILE",
            description = {
                "A head that was kept elsewhere, repeatable. The head file",
                "beside the run's sinks is found without it."
            })
    private List<Path> heads = new ArrayList<>();

    @Option(names = "--pubkey", paramLabel = "FILE", description = "The public key that must have signed the heads.")
    private Optional<Path> pubkey = Optional.empty();

    @Option(
            names = "--sink",
            paramLabel = "[NAME=]FILE",
            description = {
                "Where a sink's file is now, if it was moved, repeatable.",
                "Without a NAME the sink with that file name."
            })
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

    /// The heads given, and those in the folders of the sinks.
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
