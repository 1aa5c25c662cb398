package dev.rowan.cli.doctor;

import dev.rowan.cli.command.EnvFileOption;
import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.doctor.CheckItem.Verdict;
import dev.rowan.cli.terminal.AnsiStyle;
import dev.rowan.cli.terminal.Columns;
import dev.rowan.cli.terminal.Consent;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.Wrap;
import dev.rowan.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `rowan doctor`: looks at what a run needs; with `--live` it makes a call and a batch.
@Command(
        name = "doctor",
        description = "Check the environment: Java, landscape, disks, keys and, if named, a pipeline.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} examples/batch/pipeline.yaml",
            "  ${COMMAND-FULL-NAME} --live openai",
            "",
            "Without --live nothing is sent. Keys are looked for by name and never shown."
        })
public final class DoctorCommand implements Callable<Integer> {
    private static final String INDENT = "  ";

    private final Shell shell;

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "A pipeline file to check too.")
    private Optional<Path> file = Optional.empty();

    @Option(
            names = "--live",
            paramLabel = "PROVIDER",
            description = {
                "Make one call and one batch of one row for real: openai,",
                "azure, anthropic, gemini or openrouter. Says first what",
                "it costs, and asks."
            })
    private Optional<String> live = Optional.empty();

    @Option(names = "--model", paramLabel = "NAME", description = "The model, or Azure's deployment, for --live.")
    private Optional<String> model = Optional.empty();

    @Option(names = "--base-url", paramLabel = "URL", description = "The provider's address, if it is another.")
    private Optional<String> baseUrl = Optional.empty();

    @Option(names = "--simulator", description = "Let the built-in simulator stand in for the provider.")
    private boolean simulator;

    @Option(names = "--patience", paramLabel = "TIME", description = "Cancel a batch that takes longer. Default: 5m.")
    private String patience = "5m";

    @Option(names = "--yes", description = "Do not ask. Needed where there is no terminal.")
    private boolean yes;

    @Mixin
    private final LandscapeOption landscape = new LandscapeOption();

    @Mixin
    private final EnvFileOption envFile = new EnvFileOption();

    @Option(names = "--json", description = "Print one JSON object; does not ask, so give --yes.")
    private boolean json;

    public DoctorCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Optional<LiveProvider> provider = live.map(DoctorCommand::provider);
        if (provider.isEmpty() && (simulator || baseUrl.isPresent() || model.isPresent())) {
            throw new UsageException("--simulator, --base-url and --model go with --live PROVIDER");
        }
        Shell surrounding = envFile.on(shell);
        var findings = new ArrayList<CheckItem>(checkup(surrounding));
        if (provider.isPresent()) {
            findings.addAll(live(provider.get(), surrounding));
        }
        boolean bad = findings.stream().anyMatch(finding -> finding.verdict() == Verdict.BAD);
        if (json) {
            shell.out()
                    .println(JsonObject.object()
                            .put("status", bad ? "bad" : "ok")
                            .put(
                                    "findings",
                                    findings.stream().map(CheckItem::json).toList())
                            .line());
        } else {
            lines(findings).forEach(shell.out()::println);
        }
        return (bad ? ExitCode.USE : ExitCode.OK).number();
    }

    private static LiveProvider provider(String word) {
        return Stream.of(LiveProvider.values())
                .filter(one -> one.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new UsageException(
                        "--live must be openai, azure, anthropic, gemini or openrouter, got '" + word + "'"));
    }

    private List<CheckItem> checkup(Shell surrounding) throws IOException, InterruptedException {
        var checkup = new EnvironmentCheck(surrounding);
        checkup.java();
        checkup.landscape(landscape.choose(shell));
        checkup.disks();
        checkup.keys();
        if (file.isPresent()) {
            checkup.pipeline(file.get());
        }
        return checkup.findings();
    }

    private List<CheckItem> live(LiveProvider provider, Shell surrounding) throws IOException, InterruptedException {
        String asked = model.or(provider::model)
                .orElseThrow(() -> new UsageException("--live azure needs --model DEPLOYMENT"));
        if (simulator && baseUrl.isPresent()) {
            throw new UsageException("give --simulator or --base-url, not both");
        }
        Optional<String> location = simulator ? Optional.of("simulator") : baseUrl;
        Path folder = Files.createTempDirectory("rowan-doctor-");
        try {
            var check = new LiveCheck(new TrialPipeline(provider, asked, location, patience), folder, surrounding);
            LiveCheck.Announced announced = check.announce();
            if (!announced.missing().isEmpty()) {
                return announced.missing().stream()
                        .map(missing -> CheckItem.bad(
                                "live", missing + "; nothing was sent (--simulator tries it without a key)"))
                        .toList();
            }
            obtainConsent(provider, asked, announced.cost());
            return List.of(check.call(), check.batch());
        } finally {
            delete(folder);
        }
    }

    private void obtainConsent(LiveProvider provider, String asked, String cost) {
        String what = "one call" + (provider.hasBatches() ? " and one batch of one row" : "") + " at " + provider.word()
                + " (" + asked + "): " + cost;
        if (simulator || yes) {
            shell.printError((simulator ? "SIMULATED, nothing is paid: " : "") + what);
            return;
        }
        Optional<String> answer =
                json ? Optional.empty() : Consent.ofTerminal().ask("This makes " + what + ". Type 'yes' to go on: ");
        if (answer.isEmpty()) {
            throw new UsageException("nothing was sent: there is no terminal to ask on; give --yes for " + what);
        }
        if (!answer.get().strip().equals("yes")) {
            throw new UsageException("nothing was sent: the answer was not 'yes'");
        }
    }

    private List<String> lines(List<CheckItem> findings) {
        AnsiStyle paint = shell.screens().out().paint();
        int width = shell.screens().out().width();
        int names = findings.stream().mapToInt(one -> one.what().length()).max().orElse(0);
        String below = " ".repeat(names + 2 * INDENT.length() + "note".length());
        var lines = new ArrayList<String>();
        for (CheckItem finding : findings) {
            String verdict = Columns.padRight(finding.verdict().word(), "note".length());
            String painted = switch (finding.verdict()) {
                case OK -> paint.green(verdict);
                case NOTE -> paint.yellow(verdict);
                case BAD -> paint.red(verdict);
            };
            List<String> words = Wrap.lines(SafeText.line(finding.words()), below, width);
            lines.add(painted
                    + INDENT
                    + Columns.padRight(finding.what(), names)
                    + INDENT
                    + words.getFirst().strip());
            lines.addAll(words.subList(1, words.size()));
        }
        return lines;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
