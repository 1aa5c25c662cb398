package dev.rowan.cli.doctor;

import dev.rowan.cli.command.EnvFileOption;
import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.command.PaidConsent;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.doctor.CheckItem.Verdict;
import dev.rowan.cli.terminal.AnsiStyle;
import dev.rowan.cli.terminal.Columns;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `rowan doctor`: checks the environment; with `--live` it makes a real call and a real batch.
@Command(
        name = "doctor",
        description = "Check the environment: Java, landscape, disks, API keys and a pipeline file.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} examples/batch/pipeline.yaml",
            "  ${COMMAND-FULL-NAME} --live openai",
            "",
            "Without --live nothing is sent. Keys are checked by name and never printed."
        })
public final class DoctorCommand implements Callable<Integer> {
    private static final String INDENT = "  ";

    private final Shell shell;

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "Pipeline file to check.")
    private Optional<Path> file = Optional.empty();

    @Option(
            names = "--live",
            paramLabel = "PROVIDER",
            description = {
                "Make one real call and one real batch with one row:",
                "openai, azure, anthropic, gemini, openrouter, bedrock,",
                "vertex, or a compatible provider such as groq. Shows",
                "the cost and asks for confirmation first."
            })
    private Optional<String> live = Optional.empty();

    @Option(names = "--model", paramLabel = "NAME", description = "Model (Azure: deployment) for --live.")
    private Optional<String> model = Optional.empty();

    @Option(names = "--base-url", paramLabel = "URL", description = "The provider's base URL, if not the default.")
    private Optional<String> baseUrl = Optional.empty();

    @Option(names = "--simulator", description = "Use the built-in simulator instead of the provider.")
    private boolean simulator;

    @Option(names = "--patience", paramLabel = "TIME", description = "Cancel a batch that takes longer. Default: 5m.")
    private String patience = "5m";

    @Option(names = "--yes", description = "Skip confirmation. Required without a terminal.")
    private boolean yes;

    @Mixin
    private final LandscapeOption landscape = new LandscapeOption();

    @Mixin
    private final EnvFileOption envFile = new EnvFileOption();

    @Option(names = "--json", description = "Print one JSON object; requires --yes to proceed.")
    private boolean json;

    public DoctorCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Optional<LiveProvider> provider = live.map(DoctorCommand::provider);
        if (provider.isEmpty() && (simulator || baseUrl.isPresent() || model.isPresent())) {
            throw new UsageException("--simulator, --base-url and --model require --live PROVIDER");
        }
        Shell withEnv = envFile.on(shell);
        var findings = new ArrayList<CheckItem>(checkup(withEnv));
        if (provider.isPresent()) {
            findings.addAll(live(provider.get(), withEnv));
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
        return LiveProvider.all().stream()
                .filter(one -> one.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new UsageException("--live must be one of "
                        + LiveProvider.all().stream().map(LiveProvider::word).collect(Collectors.joining(", "))
                        + ", got '" + word + "'"));
    }

    private List<CheckItem> checkup(Shell withEnv) throws IOException, InterruptedException {
        var checkup = new EnvironmentCheck(withEnv);
        checkup.java();
        checkup.landscape(landscape.choose(shell));
        checkup.disks();
        checkup.keys();
        if (file.isPresent()) {
            checkup.pipeline(file.get());
        }
        return checkup.findings();
    }

    private List<CheckItem> live(LiveProvider provider, Shell withEnv) throws IOException, InterruptedException {
        String asked = model.or(provider::model)
                .orElseThrow(() -> new UsageException("--live " + provider.word() + " requires --model "
                        + (provider.word().equals("azure") ? "DEPLOYMENT" : "NAME")));
        if (simulator && baseUrl.isPresent()) {
            throw new UsageException("pass --simulator or --base-url, not both");
        }
        Optional<String> location = simulator ? Optional.of("simulator") : baseUrl;
        Path folder = Files.createTempDirectory("rowan-doctor-");
        try {
            var check = new LiveCheck(new TrialPipeline(provider, asked, location, patience), folder, withEnv);
            LiveCheck.Announced announced = check.announce();
            if (!announced.missing().isEmpty()) {
                return announced.missing().stream()
                        .map(missing ->
                                CheckItem.bad("live", missing + "; nothing was sent (--simulator works without a key)"))
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
        PaidConsent.obtain(what, simulator, yes, json, shell);
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
            List<String> wrapped = Wrap.lines(SafeText.line(finding.message()), below, width);
            lines.add(painted
                    + INDENT
                    + Columns.padRight(finding.what(), names)
                    + INDENT
                    + wrapped.getFirst().strip());
            lines.addAll(wrapped.subList(1, wrapped.size()));
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
