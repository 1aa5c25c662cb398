package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The release as users start it, with its launcher, in a folder, with ids and with variables that are not ASCII: the
/// locale changes nothing. Everything that is not ASCII is in a shell script, so that the locale of the test does not
/// matter either.
class LocaleIT {
    @TempDir
    static Path unpacked;

    @TempDir
    Path folder;

    private static final String SCRIPT = """
            mkdir größe && cd größe || exit 9
            printf 'id,text\\nä1,Grüße\\nö2,Straße\\nü3,geheim\\n' > zeilen-ß.csv
            cat > rohr.yaml <<'END'
            run: {name: "läufe"}
            source: {plugin: csv, options: {path: "${QUELLE}", id: id}}
            transforms:
              - plugin: keyword_filter
                options: {fields: text, blocked_patterns: ["${WORT:-geheim}"], on_error: verworfen}
              - plugin: llm
                options: {model: simulator/chat, user_prompt_template: "${FRAGE} {{ text }}", output_key: antwort}
            sinks:
              output: {plugin: jsonl, options: {path: "aus-ü.jsonl"}}
              verworfen: {plugin: jsonl, options: {path: "weg-ü.jsonl"}}
            END
            export QUELLE=zeilen-ß.csv FRAGE='Wie heißt das?' WORT='(?i)grüße'
            step() { echo "== $*"; "$ROWAN" "$@" 2>&1; echo "-- $?"; }
            step validate rohr.yaml
            step run rohr.yaml -q
            step run rohr.yaml --overwrite --json
            step status läufe
            step explain läufe --id ä1
            step explain läufe --id ö2 --requests
            step verify läufe
            step export läufe --out kopie-ü.jsonl
            step purge --source-id ö2 --yes
            step explain läufe --id nicht-dä
            step validate fehlt-ü.yaml
            cat aus-ü.jsonl weg-ü.jsonl
            ls
            """;

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

    static List<Map<String, String>> locales() {
        return List.of(Map.of("LC_ALL", "C"), Map.of("LANG", "POSIX"), Map.of());
    }

    @ParameterizedTest
    @MethodSource("locales")
    void aLocaleWithoutUtf8ChangesNothing(Map<String, String> locale) throws Exception {
        String output = output(locale);

        assertThat(output)
                .contains("zeilen-ß.csv", "aus-ü.jsonl", "\"name\":\"läufe\"", "/größe/rowan.db")
                .contains("matches the blocked pattern (?i)grüße", "id ä1")
                .contains("\"content\":\"Wie heißt das? Straße\"")
                .contains("bytes 0 to 142 of aus-ü.jsonl are those that were")
                .contains("deleted 8 values", "has no row with the id 'nicht-dä'", "größe/fehlt-ü.yaml")
                .contains("{\"id\":\"ö2\",\"text\":\"Straße\",\"antwort\":\"Echo: Wie heißt das? Straße\"}")
                .contains("\nkopie-ü.jsonl\n", "\nweg-ü.jsonl\n")
                .doesNotContain("\uFFFD");
        assertThat(output.lines().filter(line -> line.startsWith("-- ")))
                .containsExactly(
                        "-- 0", "-- 0", "-- 0", "-- 0", "-- 0", "-- 0", "-- 0", "-- 0", "-- 0", "-- 1", "-- 1");
    }

    private String output(Map<String, String> locale) throws IOException, InterruptedException {
        Path script = Files.writeString(folder.resolve("script.sh"), SCRIPT);
        Path out = folder.resolve("out.txt");
        var builder = new ProcessBuilder("sh", script.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().keySet().retainAll(List.of("PATH", "HOME", "TMPDIR"));
        builder.environment().putAll(locale);
        builder.environment().put("ROWAN", unpacked.resolve("rowan").toString());
        builder.environment().put("ROWAN_JAVA_HOME", System.getProperty("java.home"));
        assertThat(builder.start().waitFor()).isZero();
        return Files.readString(out, StandardCharsets.UTF_8);
    }
}
