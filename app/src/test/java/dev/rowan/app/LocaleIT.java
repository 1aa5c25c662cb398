package dev.rowan.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.app.RowanProcess.Ended;
import dev.rowan.json.RowJson;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The release as users start it, with its launcher, in a folder, with ids, names and variables that are not ASCII:
/// the locale changes nothing, for any command.
class LocaleIT {
    /// A command in the list that `--help` prints from the tree of commands.
    private static final Pattern LISTED = Pattern.compile("(?m)^  ([a-z][a-z-]*)(?: |$)");

    /// The launcher treats this like no locale at all, so that one of the two is enough for most commands.
    private static final List<String> C = List.of("LC_ALL=C");

    @TempDir
    static Path unpacked;

    @TempDir
    Path folder;

    @BeforeAll
    static void unpack() throws Exception {
        Path archive;
        try (Stream<Path> files = Files.list(Path.of("target"))) {
            archive = files.filter(file -> file.getFileName().toString().matches("rowan-.*\\.tar\\.gz"))
                    .findFirst()
                    .orElseThrow();
        }
        var tar = new ProcessBuilder("tar", "-xzf", archive.toAbsolutePath().toString(), "--strip-components=1")
                .directory(unpacked.toFile())
                .inheritIO()
                .start();
        assertThat(tar.waitFor()).isZero();
    }

    static List<List<String>> locales() {
        return List.of(C, List.of());
    }

    @Test
    void commandsWork() throws Exception {
        LocaleFolder localeFolder = localeFolder(C);
        try (RowanProcess slow = localeFolder.start("run 'langsam-日本.yaml' -q")) {
            slow.awaitThat(() -> hasRun(localeFolder));
            follow(LocaleMatrix.ON_A_RUNNING_RUN, localeFolder);
            assertThat(slow.await().code()).isEqualTo(3);
        }
        follow(LocaleMatrix.ON_FILES_AND_RUNS, localeFolder);
        assertThat(localeFolder.read("weg-日本.jsonl")).contains("\"id\":\"Ж7\"", "(?i)geheim");
        assertThat(localeFolder.read("kopie-日本.csv")).contains("Grüße-日本", "naïve ✓");
    }

    private static boolean hasRun(LocaleFolder localeFolder) {
        try {
            return localeFolder.rowan("status 'Langsam ✓'").code() == 0;
        } catch (Exception broken) {
            throw new IllegalStateException(broken);
        }
    }

    @Test
    void batchCommandsWorkAgainstTheSimulator() throws Exception {
        LocaleFolder localeFolder = localeFolder(C);
        try (RowanProcess simulator = localeFolder.start("simulate --json --settings 'dienst-日本.yaml'")) {
            Map<?, ?> serving = map(simulator.firstLine());
            localeFolder.put((Map<?, ?>) requireNonNull(serving.get("environment")));
            URI address = URI.create(String.valueOf(serving.get("address")));
            for (LocaleMatrix.Batches batches : LocaleMatrix.Batches.values()) {
                localeFolder.put(Map.of("AUS", batches));
                Ended submitted = localeFolder.rowan("batch submit stapel-日本.yaml --json");
                assertThat(submitted.code()).as(submitted.err()).isEqualTo(6);
                assertThat(submitted.out()).contains("\"name\":\"Stapel ✓\"");
                String batch = toLatestBatch(address, batches.control());
                follow(batches.steps(batch), localeFolder);
            }
            simulator.signal("TERM");
            assertThat(simulator.await().code()).isZero();
        }
        assertThat(localeFolder.read("stapel-COMPLETED-日本.jsonl")).contains("naïve ✓ Wie heißt: Grüße aus 日本");
    }

    /// Returns its id.
    private static String toLatestBatch(URI simulator, String what) throws Exception {
        String id;
        try (var in = simulator.resolve("/_simulator/batches").toURL().openStream()) {
            id = String.valueOf(
                    map(new String(in.readAllBytes(), UTF_8).lines().toList().getLast())
                            .get("id"));
        }
        if (!what.isEmpty()) {
            var exchange = (HttpURLConnection) simulator
                    .resolve("/_simulator/batches/" + id + "/" + what)
                    .toURL()
                    .openConnection();
            exchange.setRequestMethod("POST");
            assertThat(exchange.getResponseCode()).isEqualTo(200);
        }
        return id;
    }

    @ParameterizedTest
    @MethodSource("locales")
    void thePageShowsARun(List<String> locale) throws Exception {
        LocaleFolder localeFolder = localeFolder(locale);
        localeFolder.put(Map.of("ROWAN_TOKEN", "a-token-of-this-test"));
        assertThat(localeFolder.rowan("run rohr-日本.yaml -q").code()).isEqualTo(4);
        try (RowanProcess serve = localeFolder.start("serve --port 0 --json --pipeline rohr-日本.yaml")) {
            URI address = URI.create(String.valueOf(map(serve.firstLine()).get("address")));
            assertThat(page(address, "/")).contains("Läufe ✓", "/Grüße-日本/rowan.db");
            assertThat(page(address, "/runs/latest/rows/1")).contains("Grüße aus 日本", "id Grüße-日本");
            assertThat(page(address, "/pipeline")).contains("rohr-日本.yaml", "aus-日本.jsonl");
            serve.signal("TERM");
            assertThat(serve.await().code()).isZero();
        }
    }

    private static String page(URI address, String path) throws Exception {
        var exchange = (HttpURLConnection) address.resolve(path).toURL().openConnection();
        exchange.setRequestProperty("Authorization", "Bearer a-token-of-this-test");
        assertThat(exchange.getResponseCode()).isEqualTo(200);
        try (var in = exchange.getInputStream()) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }

    /// Nothing can make such a JVM read what is not ASCII, but it can be said.
    @Test
    void withoutTheLauncherItSaysWhatToSet() throws Exception {
        var localeFolder = new LocaleFolder(folder, unpacked, C);
        String advice = "set LC_ALL=C.UTF-8, or use the launcher 'rowan'";
        localeFolder.put(Map.of("ROWAN", System.getProperty("java.home") + "/bin/java"));

        Ended refused = localeFolder.rowan("-cp '" + unpacked + "/lib/*' dev.rowan.cli.Main runs");

        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err())
                .contains(
                        "warning: environment variables could not be decoded: FRAGE, ",
                        "QUELLE: ",
                        "' could not be decoded: ",
                        advice);
    }

    private static void follow(List<LocaleStep> steps, LocaleFolder localeFolder) throws Exception {
        var softly = new SoftAssertions();
        for (LocaleStep step : steps) {
            Ended ended = localeFolder.rowan(step.line());
            String text = ended.out() + ended.err();
            String about = step.line() + "\n" + text;
            softly.assertThat(ended.code()).as(about).isEqualTo(step.code());
            softly.assertThat(text).as(step.line()).contains(step.output()).doesNotContain("\uFFFD");
        }
        softly.assertAll();
    }

    private LocaleFolder localeFolder(List<String> locale) throws Exception {
        var localeFolder = new LocaleFolder(folder, unpacked, locale);
        for (Map.Entry<String, String> file : LocaleMatrix.FILES.entrySet()) {
            localeFolder.write(file.getKey(), file.getValue());
        }
        return localeFolder;
    }

    private static Map<?, ?> map(String json) throws Exception {
        return RowJson.readValue(json.getBytes(UTF_8)) instanceof Map<?, ?> map ? map : Map.of();
    }

    /// Fails if a new command is missing here.
    @Test
    void everyCommandIsTyped() throws Exception {
        var localeFolder = new LocaleFolder(folder, unpacked, C);
        var commands = new ArrayList<>(listed(localeFolder.rowan("--help").out()));
        assertThat(commands.remove("batch")).isTrue();
        listed(localeFolder.rowan("batch --help").out()).forEach(name -> commands.add("batch " + name));
        assertThat(LocaleMatrix.commands()).containsExactlyInAnyOrderElementsOf(commands);
    }

    private static List<String> listed(String help) {
        String list = help.substring(help.indexOf("\nCommands:\n"));
        return LISTED.matcher(list.substring(0, (list + "\n\n").indexOf("\n\n", 1)))
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }
}
