package dev.rowan.cli.doctor;

import dev.rowan.api.config.ConfigException;
import dev.rowan.api.config.Problem;
import dev.rowan.cli.command.CliEnvironment;
import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.PipelineLoader;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.plan.AccessCheck;
import dev.rowan.engine.report.Figures;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.providers.openai.CompatibleApi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The checks that send nothing: Java, landscape, free disk space, API keys by name, pipeline file.
final class EnvironmentCheck {
    private static final int JAVA = 25;
    private static final long MIN_FREE_BYTES = 1_000_000_000;
    private static final List<String> KEYS = List.of(
            "OPENAI_API_KEY",
            "AZURE_OPENAI_API_KEY",
            "ANTHROPIC_API_KEY",
            "GEMINI_API_KEY",
            "GOOGLE_API_KEY",
            "OPENROUTER_API_KEY",
            "AWS_BEARER_TOKEN_BEDROCK",
            "AWS_ACCESS_KEY_ID",
            "GOOGLE_OAUTH_ACCESS_TOKEN",
            "GOOGLE_APPLICATION_CREDENTIALS",
            "AZURE_CONTENT_SAFETY_KEY",
            "AZURE_STORAGE_CONNECTION_STRING");

    private final Shell shell;
    private final List<CheckItem> findings = new ArrayList<>();

    EnvironmentCheck(Shell shell) {
        this.shell = shell;
    }

    List<CheckItem> findings() {
        return List.copyOf(findings);
    }

    void java() {
        Runtime.Version version = Runtime.version();
        String message =
                version + ", at most " + Figures.bytes(Runtime.getRuntime().maxMemory()) + " of heap, "
                        + Figures.counted(Runtime.getRuntime().availableProcessors(), "processor");
        findings.add(
                version.feature() >= JAVA
                        ? CheckItem.ok("java", message)
                        : CheckItem.bad("java", message + "; must be " + JAVA + " or later"));
    }

    void landscape(LandscapeAddress address) {
        Optional<String> problem = Landscapes.problem(address.url(), address.base());
        if (problem.isPresent()) {
            findings.add(CheckItem.bad("landscape", problem.get()));
            return;
        }
        if (address.url().startsWith("sqlite:")) {
            Path file = address.base().resolve(address.url().substring("sqlite:".length()));
            if (!Files.exists(file)) {
                findings.add(CheckItem.note("landscape", file + " does not exist yet; the first run creates it"));
                return;
            }
        }
        try (LandscapeReader reader = address.read()) {
            List<RunSummary> runs = reader.runs().newest(1);
            findings.add(CheckItem.ok(
                    "landscape",
                    "readable, schema supported; "
                            + runs.stream()
                                    .map(run -> "latest run is " + run.runId() + ", " + run.status())
                                    .findFirst()
                                    .orElse("no runs yet")));
        } catch (LandscapeException broken) {
            findings.add(CheckItem.bad("landscape", String.valueOf(broken.getMessage())));
        }
    }

    void disks() throws IOException {
        disk("disk", shell.folder().toAbsolutePath());
        disk("temp disk", Path.of(System.getProperty("java.io.tmpdir", "/tmp")));
    }

    private void disk(String what, Path folder) throws IOException {
        long free = Files.getFileStore(folder).getUsableSpace();
        String message = Figures.bytes(free) + " free at " + folder.normalize();
        findings.add(
                free >= MIN_FREE_BYTES
                        ? CheckItem.ok(what, message)
                        : CheckItem.bad(what, message + "; too little for the record of a larger run"));
    }

    /// Only the names of the keys.
    void keys() {
        List<String> set = Stream.concat(
                        KEYS.stream(), CompatibleApi.all().stream().flatMap(api -> api.keyVariables().stream()))
                .filter(name -> shell.variable(name).isPresent())
                .toList();
        findings.add(CheckItem.note(
                "keys",
                set.isEmpty() ? "none set; the simulator needs none" : String.join(", ", set) + " set, not tested"));
    }

    /// A pipeline file: its problems, and access to each of its sources and sinks.
    void pipeline(Path file) throws IOException, InterruptedException {
        try {
            Pipeline pipeline = PipelineLoader.loadForRun(file, shell).pipeline();
            findings.add(CheckItem.ok("pipeline", file + " is valid"));
            try (CliEnvironment environment = CliEnvironment.of(pipeline, shell)) {
                for (AccessCheck.Access access : AccessCheck.of(pipeline, environment.environment(), shell.time())) {
                    findings.add(
                            access.ok()
                                    ? CheckItem.ok(access.who(), access.message())
                                    : CheckItem.bad(access.who(), access.message()));
                }
            }
        } catch (ConfigException wrong) {
            for (Problem problem : wrong.problems()) {
                findings.add(CheckItem.bad("pipeline", problem.toString()));
            }
        } catch (IOException broken) {
            findings.add(CheckItem.bad("pipeline", String.valueOf(broken.getMessage())));
        }
    }
}
