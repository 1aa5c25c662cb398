package dev.rowan.cli.prove;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.command.KeyFiles;
import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.command.OutFile;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.Wrap;
import dev.rowan.engine.report.Figures;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.seal.VerifyingKey;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.HeadFiles;
import dev.rowan.landscape.verify.KeptHead;
import dev.rowan.landscape.verify.RowProof;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `rowan prove`: creates the proof of a row, or checks one without a database.
@Command(
        name = "prove",
        description = "Create or check a proof that a row's events are in a run's record.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} latest --row 1 --out row-1.proof.json",
            "  ${COMMAND-FULL-NAME} --check row-1.proof.json --head kept.head.json",
            "",
            "A proof contains the events with hashes instead of values."
        })
public final class ProveCommand implements Callable<Integer> {
    private static final int WIDEST = 80;

    private final Shell shell;

    @Parameters(
            arity = "0..1",
            paramLabel = "RUN",
            description = "Run id, unique prefix of an id, run name, or 'latest'.")
    private Optional<String> run = Optional.empty();

    @Option(names = "--row", paramLabel = "N", description = "Row number, starting at 1.")
    private Optional<Long> row = Optional.empty();

    @Option(names = "--out", paramLabel = "FILE", description = "Output file. Default: '-', standard output.")
    private Optional<Path> out = Optional.empty();

    @Option(names = "--check", paramLabel = "FILE", description = "Check the proof in a file; takes no RUN.")
    private Optional<Path> check = Optional.empty();

    @Option(names = "--head", paramLabel = "FILE", description = "Head to prove against, or that the proof must have.")
    private Optional<Path> head = Optional.empty();

    @Option(
            names = "--pubkey",
            paramLabel = "FILE",
            description = "With --check: public key that must have signed the head.")
    private Optional<Path> pubkey = Optional.empty();

    @Mixin
    private final LandscapeOption landscape = new LandscapeOption();

    @Option(names = "--json", description = "Print one JSON object; a proof itself is JSON already.")
    private boolean json;

    public ProveCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        if (check.isPresent()) {
            if (run.isPresent() || row.isPresent() || out.isPresent()) {
                throw new UsageException("--check takes the proof's file and no RUN, --row or --out");
            }
            return checked(shell.folder().resolve(check.get()));
        }
        if (run.isEmpty() || row.isEmpty()) {
            throw new UsageException("pass RUN and --row N to create a proof, or --check FILE to check one");
        }
        if (pubkey.isPresent()) {
            throw new UsageException("--pubkey requires --check: it is the key that must have signed the proof's head");
        }
        create(run.get(), row.get());
        return ExitCode.OK.number();
    }

    private void create(String word, long rowSeq) throws IOException {
        LandscapeAddress address = landscape.choose(shell);
        String runId;
        try (LandscapeReader reader = address.read()) {
            runId = reader.runs().resolve(word);
        }
        Optional<KeptHead> kept = head.isPresent() ? Optional.of(head(head.get(), runId)) : Optional.empty();
        RowProof proof;
        try (ChainCheck record = address.check()) {
            proof = record.prove(runId, rowSeq, kept);
        }
        String text = new String(proof.json(), UTF_8);
        Optional<Path> target = OutFile.of(out, shell);
        if (target.isEmpty()) {
            shell.out().println(JsonObject.escapeInvisible(text));
            return;
        }
        Path file = target.get();
        Files.writeString(file, text + "\n");
        if (json) {
            shell.out()
                    .println(JsonObject.object()
                            .put("status", "written")
                            .put("run", runId)
                            .put("row", rowSeq)
                            .put("events", proof.events().size())
                            .put("size", proof.head().size())
                            .put("root", proof.head().root())
                            .put("file", file.toString())
                            .line());
            return;
        }
        shell.out()
                .println(SafeText.line("Proof of row " + rowSeq + " of run " + runId + ": "
                        + Figures.counted(proof.events().size(), "event") + " in the head over "
                        + Figures.counted(proof.head().size(), "event")));
        shell.out().println("  " + SafeText.line(file.toString()));
    }

    private KeptHead head(Path file, String runId) throws IOException {
        return switch (KeyFiles.head(shell.folder().resolve(file), runId)) {
            case HeadFiles.Read.Good(var good) -> good;
            case HeadFiles.Read.Bad(String what) -> throw new UsageException("--head " + file + ": " + what);
        };
    }

    private int checked(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new UsageException("--check must name an existing file; not found: " + file);
        }
        Optional<VerifyingKey> key = Optional.empty();
        if (pubkey.isPresent()) {
            key = Optional.of(KeyFiles.publicKey(shell.folder().resolve(pubkey.get())));
        }
        Optional<RowProof> proof = Optional.empty();
        Optional<String> fault;
        try {
            proof = Optional.of(RowProof.parse(Files.readAllBytes(file)));
            Optional<KeptHead> kept =
                    head.isPresent() ? Optional.of(head(head.get(), proof.get().runId())) : Optional.empty();
            fault = proof.get().fault(kept, key);
        } catch (IllegalArgumentException wrong) {
            fault = Optional.of(String.valueOf(wrong.getMessage()));
        }
        ExitCode code = fault.isPresent() ? ExitCode.TAMPERED : ExitCode.OK;
        print(proof, fault, code);
        return code.number();
    }

    private void print(Optional<RowProof> proof, Optional<String> fault, ExitCode code) {
        if (json) {
            shell.out()
                    .println(JsonObject.object()
                            .put("status", fault.isPresent() ? "refuted" : "proven")
                            .put("exit_code", code.number())
                            .put("run", proof.map(RowProof::runId))
                            .put("row", proof.map(RowProof::row))
                            .put("events", proof.map(found -> found.events().size()))
                            .put("size", proof.map(found -> found.head().size()))
                            .put("root", proof.map(found -> found.head().root()))
                            .put("what", fault)
                            .line());
            return;
        }
        if (fault.isPresent() || proof.isEmpty()) {
            prose("Not proven: " + fault.orElse(""));
            return;
        }
        RowProof found = proof.get();
        prose("Proven: " + Figures.counted(found.events().size(), "event") + " of row " + found.row() + " are in the"
                + " record of run " + found.runId() + " that the head over "
                + Figures.counted(found.head().size(), "event") + " seals.");
        prose("root " + found.head().root());
        prose((head.isPresent()
                        ? "The head matches the given one."
                        : "The head is the proof's own: pass a trusted head with --head to compare.")
                + " A proof does not show that the row has no other events.");
    }

    private void prose(String text) {
        Wrap.lines(
                        SafeText.line(text),
                        "",
                        Math.min(WIDEST, shell.screens().out().width()))
                .forEach(shell.out()::println);
    }
}
