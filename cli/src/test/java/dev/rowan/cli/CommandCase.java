package dev.rowan.cli;

import static dev.rowan.cli.Situation.ANSWERED;
import static dev.rowan.cli.Situation.BATCH_FILES;
import static dev.rowan.cli.Situation.CANCELLED;
import static dev.rowan.cli.Situation.COLLECTED;
import static dev.rowan.cli.Situation.ENDED;
import static dev.rowan.cli.Situation.FILES;
import static dev.rowan.cli.Situation.HELD;
import static dev.rowan.cli.Situation.LIMITED;
import static dev.rowan.cli.Situation.WAITING;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;

/// A command as it is typed in a situation, with its exit code. Together the cases have every command that prints a
/// result.
record CommandCase(Situation situation, int code, String line) {
    static final int ANY = -1;

    static Stream<CommandCase> all() {
        return Stream.of(
                new CommandCase(FILES, 4, "run pipeline.yaml"),
                new CommandCase(FILES, 5, "run pipeline.yaml --limit 1"),
                new CommandCase(LIMITED, 4, "resume latest"),
                new CommandCase(ENDED, 0, "resume latest"),
                new CommandCase(ENDED, 4, "retry latest"),
                new CommandCase(ENDED, 0, "retry latest --outcome indeterminate"),
                new CommandCase(LIMITED, 1, "retry latest"),
                new CommandCase(ENDED, 0, "replay latest"),
                new CommandCase(FILES, 0, "validate pipeline.yaml"),
                new CommandCase(FILES, 1, "validate rows.jsonl"),
                new CommandCase(FILES, 0, "graph pipeline.yaml"),
                new CommandCase(FILES, 0, "preview pipeline.yaml --row 1"),
                new CommandCase(FILES, 1, "preview pipeline.yaml --row 99"),
                new CommandCase(FILES, 0, "estimate pipeline.yaml"),
                new CommandCase(FILES, 1, "estimate pipeline.yaml --apply 99"),
                new CommandCase(FILES, 0, "prices"),
                new CommandCase(FILES, 0, "prices claude"),
                new CommandCase(FILES, 1, "prices nothing-of-that-name"),
                new CommandCase(ENDED, 1, "reconcile --run latest --provider openai --bill nothing.json"),
                new CommandCase(ENDED, 1, "reconcile --provider nobody --bill nothing.json"),
                new CommandCase(FILES, 0, "schema"),
                new CommandCase(FILES, 0, "plugins"),
                new CommandCase(FILES, 0, "plugins csv"),
                new CommandCase(FILES, 1, "plugins nothing"),
                new CommandCase(ENDED, 0, "runs"),
                new CommandCase(FILES, 1, "runs"),
                new CommandCase(ENDED, 0, "status latest"),
                new CommandCase(ENDED, 1, "status nobody"),
                new CommandCase(ENDED, 4, "watch latest"),
                new CommandCase(Situation.RUNNING, 0, "tune latest --pause"),
                new CommandCase(ENDED, 1, "tune latest --pause"),
                new CommandCase(ENDED, 0, "rows latest --outcome failed"),
                new CommandCase(ENDED, 0, "rows latest --reason nothing"),
                new CommandCase(ENDED, 0, "explain latest --row 1"),
                new CommandCase(ENDED, 1, "explain latest --row 99"),
                new CommandCase(ENDED, 1, "explain latest --id nobody"),
                new CommandCase(ENDED, 0, "verify latest"),
                new CommandCase(LIMITED, 11, "verify latest"),
                new CommandCase(ENDED, 0, "prove latest --row 1"),
                new CommandCase(ENDED, 0, "prove latest --row 1 --out proof.json"),
                new CommandCase(ENDED, 0, "prove latest --row 1 --out -"),
                new CommandCase(Situation.PROVEN, 0, "prove --check row-17.json --head kept.head.json"),
                new CommandCase(FILES, 0, "keygen --out key.pem"),
                new CommandCase(ENDED, 0, "export latest"),
                new CommandCase(ENDED, 0, "export latest --out -"),
                new CommandCase(ENDED, 0, "export latest --out rows.csv"),
                new CommandCase(ENDED, 0, "export --all --what costs --out costs.parquet"),
                new CommandCase(ENDED, 0, "purge --run latest --dry-run"),
                new CommandCase(ENDED, 0, "purge --run latest --yes"),
                new CommandCase(ENDED, 1, "purge --run latest"),
                new CommandCase(ENDED, 0, "purge --source-id nobody --yes"),
                new CommandCase(FILES, 0, "doctor pipeline.yaml"),
                new CommandCase(FILES, 0, "chaos pipeline.yaml --crashes 1 --rows 2"),
                new CommandCase(FILES, ANY, "install-api"), // works where the class path has jars
                new CommandCase(BATCH_FILES, 6, "batch submit pipeline.yaml"),
                new CommandCase(WAITING, 6, "batch poll latest"),
                new CommandCase(ANSWERED, 0, "batch watch latest"),
                new CommandCase(COLLECTED, 0, "batch watch latest"),
                new CommandCase(WAITING, 0, "batch list latest"),
                new CommandCase(COLLECTED, 0, "batch list"),
                new CommandCase(COLLECTED, 0, "batch show latest 1"),
                new CommandCase(COLLECTED, 1, "batch show latest 9"),
                new CommandCase(HELD, 6, "batch retry latest"),
                new CommandCase(COLLECTED, 1, "batch retry latest"),
                new CommandCase(WAITING, 6, "batch cancel latest --all"),
                new CommandCase(CANCELLED, 1, "batch cancel latest --all"),
                new CommandCase(COLLECTED, 0, "batch download latest 1 --to files"),
                new CommandCase(HELD, 6, "batch adopt latest 1 batch_of_nobody"),
                new CommandCase(HELD, 6, "batch resubmit latest 1 --yes"),
                new CommandCase(HELD, 1, "batch resubmit latest 1"));
    }

    /// Commands that serve until they are stopped, with the text that each prints when it is ready.
    static Stream<CommandCase> servers() {
        return Stream.of(new CommandCase(ENDED, 0, "serve"), new CommandCase(FILES, 0, "simulate"));
    }

    /// The arguments, followed by `more`.
    String[] arguments(String... more) {
        return Stream.concat(Arrays.stream(line.split(" ")), Arrays.stream(more))
                .toArray(String[]::new);
    }

    /// The command's name, such as `batch show`.
    String command() {
        String[] arguments = line.split(" ");
        return arguments[0].equals("batch") ? arguments[0] + " " + arguments[1] : arguments[0];
    }

    /// The names of all commands below `top` that have no commands below them.
    static List<CommandLine> leaves(CommandLine top) {
        Collection<CommandLine> below = top.getSubcommands().values();
        return below.isEmpty()
                ? List.of(top)
                : below.stream().flatMap(one -> leaves(one).stream()).toList();
    }

    @Override
    public String toString() {
        return line + " (" + situation + ")";
    }
}
