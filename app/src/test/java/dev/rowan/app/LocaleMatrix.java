package dev.rowan.app;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Every command of the program, with names, ids and variables that are not ASCII.
final class LocaleMatrix {
    private static final String ROWS = """
            {"id":"Grüße-日本","text":"Grüße aus 日本"}
            {"id":"Ж7","text":"geheim Ж"}
            {"id":"naïve ✓"}
            {"id":"ö4","text":"Straße"}
            """;

    /// The second row is blocked, and the third one fails for want of a text.
    private static final String PIPELINE = """
            run: {name: "Läufe ✓"}
            source: {plugin: jsonl, options: {path: "${QUELLE}", id: id}}
            transforms:
              - plugin: keyword_filter
                options: {fields: text, blocked_patterns: ["${WORT:-nichts}"], on_error: weg}
              - plugin: llm
                name: antworten
                options: {model: simulator/chat, user_prompt_template: "${FRAGE}: {{ text }}", output_key: antwort, on_error: weg}
            sinks:
              output: {plugin: jsonl, options: {path: "aus-日本.jsonl"}}
              weg: {plugin: jsonl, options: {path: "weg-日本.jsonl"}}
            """;

    private static final String SLOW = """
            run: {name: "Langsam ✓"}
            source: {plugin: jsonl, options: {path: "viele-日本.jsonl", id: id}}
            transforms:
              - plugin: llm
                name: fragen
                options: {model: simulator/chat, user_prompt_template: "${FRAGE}: {{ text }}", output_key: antwort, pool_size: 1, requests_per_minute: 60}
            sinks: {output: {plugin: jsonl, options: {path: "langsam-aus-日本.jsonl"}}}
            """;

    private static final String BATCH = """
            run: {name: "Stapel ✓"}
            source: {plugin: jsonl, options: {path: "stapel-日本.jsonl", id: id}}
            transforms:
              - plugin: llm
                name: antworten
                options:
                  model: openai/gpt-4o-mini
                  mode: batch
                  batch: {poll_interval: 1s}
                  user_prompt_template: "${FRAGE}: {{ text }}"
                  output_key: antwort
            sinks: {output: {plugin: jsonl, options: {path: "stapel-${AUS}-日本.jsonl"}}}
            """;

    static final Map<String, String> FILES = Map.of(
            "zeilen-Ж7.jsonl",
            ROWS,
            "rohr-日本.yaml",
            PIPELINE,
            "langsam-日本.yaml",
            SLOW,
            "viele-日本.jsonl",
            IntStream.rangeClosed(1, 1_000)
                    .mapToObj(n -> "{\"id\":\"日" + n + "\",\"text\":\"Grüße\"}\n")
                    .collect(Collectors.joining()),
            "stapel-日本.yaml",
            BATCH,
            "stapel-日本.jsonl",
            "{\"id\":\"Ж7\",\"text\":\"Grüße aus 日本\"}\n",
            "dienst-日本.yaml",
            "batch: {running: 10m}\n",
            "rechnung-日本.json",
            "{\"object\":\"page\",\"data\":[],\"has_more\":false}\n");

    static final List<LocaleStep> ON_A_RUNNING_RUN = List.of(
            LocaleStep.of(0, "tune 'Langsam ✓' --pool fragen=2", "pool_size of 'fragen' is 2"),
            LocaleStep.of(0, "status 'Langsam ✓'", "Langsam ✓: running", "viele-日本.jsonl"),
            LocaleStep.of(0, "tune 'Langsam ✓' --drain --json", "\"followed\":true"));

    static final List<LocaleStep> ON_FILES_AND_RUNS = List.of(
            LocaleStep.of(0, "validate rohr-日本.yaml", "rohr-日本.yaml"),
            LocaleStep.of(1, "validate fehlt-日本.yaml --json", "/Grüße-日本/fehlt-日本.yaml"),
            LocaleStep.of(0, "graph rohr-日本.yaml --json", "Läufe ✓"),
            LocaleStep.of(0, "preview rohr-日本.yaml --row 1", "naïve ✓ Wie heißt: Grüße aus 日本"),
            LocaleStep.of(0, "estimate rohr-日本.yaml --json", "\"name\":\"Läufe ✓\""),
            LocaleStep.of(0, "schema", "keyword_filter"),
            LocaleStep.of(0, "plugins", "keyword_filter"),
            LocaleStep.of(0, "prices claude", "anthropic"),
            LocaleStep.of(0, "doctor rohr-日本.yaml", "日本"),
            LocaleStep.of(0, "keygen --out schlüssel-日本.pem", "schlüssel-日本.pem"),
            LocaleStep.of(0, "chaos rohr-日本.yaml --crashes 1 --rows 2", "1 crash"),
            LocaleStep.of(5, "run rohr-日本.yaml --limit 1", "Läufe ✓", "aus-日本.jsonl"),
            LocaleStep.of(4, "resume 'Läufe ✓' --json", "\"name\":\"Läufe ✓\"", "weg-日本.jsonl"),
            LocaleStep.of(1, "reconcile --run 'Läufe ✓' --provider openai --bill rechnung-日本.json", "ours only"),
            LocaleStep.of(0, "runs", "Läufe ✓"),
            LocaleStep.of(0, "runs --json", "\"name\":\"Läufe ✓\""),
            LocaleStep.of(0, "status 'Läufe ✓' --json", "\"name\":\"Läufe ✓\""),
            LocaleStep.of(4, "watch 'Läufe ✓'", "Läufe ✓ ("),
            LocaleStep.of(0, "rows latest --outcome failed", "naïve ✓"),
            LocaleStep.of(0, "rows latest --json", "\"Grüße-日本\"", "\"Ж7\""),
            LocaleStep.of(0, "explain latest --id Ж7", "id Ж7", "matches the blocked pattern (?i)geheim"),
            LocaleStep.of(0, "explain latest --id Grüße-日本 --requests", "naïve ✓ Wie heißt: Grüße aus 日本"),
            LocaleStep.of(0, "explain latest --id 'naïve ✓' --json", "\"naïve ✓\""),
            LocaleStep.of(1, "explain latest --id nicht-日本", "has no row with the id 'nicht-日本'"),
            LocaleStep.of(0, "verify latest", "aus-日本.jsonl"),
            LocaleStep.of(0, "prove latest --row 1 --out beweis-日本.json", "beweis-日本.json"),
            LocaleStep.of(0, "prove --check beweis-日本.json", "Proven: "),
            LocaleStep.of(0, "export latest --out kopie-日本.csv", "kopie-日本.csv"),
            LocaleStep.of(0, "export latest --out -", "Grüße-日本", "naïve ✓"),
            LocaleStep.of(0, "replay latest", "Läufe ✓"),
            LocaleStep.of(0, "purge --source-id Ж7 --yes", "deleted"),
            LocaleStep.of(0, "explain latest --row 2", "values deleted"),
            LocaleStep.of(4, "retry latest", "Läufe ✓"),
            LocaleStep.of(0, "install-api ablage-日本", "ablage-日本"),
            LocaleStep.of(0, "completion", "rowan"),
            LocaleStep.of(0, "help run", "--limit"));

    private LocaleMatrix() {}

    /// The final status of a batch at the provider, and the commands to run then.
    enum Batches {
        RUNNING(""),
        COMPLETED("complete"),
        HELD("show?status=mysterious");

        private final String control;

        Batches(String control) {
            this.control = control;
        }

        /// What the simulator is told to do with it.
        String control() {
            return control;
        }

        List<LocaleStep> steps(String batch) {
            return switch (this) {
                case RUNNING ->
                    List.of(
                            LocaleStep.of(0, "batch list 'Stapel ✓'", "antworten"),
                            LocaleStep.of(6, "batch poll 'Stapel ✓'", "Stapel ✓"),
                            LocaleStep.of(6, "batch cancel 'Stapel ✓' --all", "Stapel ✓"));
                case COMPLETED ->
                    List.of(
                            LocaleStep.of(0, "batch watch 'Stapel ✓'", "Stapel ✓", "stapel-COMPLETED-日本.jsonl"),
                            LocaleStep.of(0, "batch show 'Stapel ✓' 1", batch),
                            LocaleStep.of(0, "batch download 'Stapel ✓' 1 --to dateien-日本", "dateien-日本"));
                case HELD ->
                    List.of(
                            LocaleStep.of(6, "batch watch 'Stapel ✓'", "Stapel ✓"),
                            LocaleStep.of(6, "batch retry 'Stapel ✓'", "Stapel ✓"),
                            LocaleStep.of(6, "batch adopt 'Stapel ✓' 1 " + batch, "Stapel ✓"),
                            LocaleStep.of(6, "batch resubmit 'Stapel ✓' 1 --yes", "Stapel ✓"));
            };
        }
    }

    /// The names of all commands in the matrix.
    static Set<String> commands() {
        Stream<LocaleStep> batches = Stream.of(Batches.values()).flatMap(state -> state.steps("batch_1").stream());
        Set<String> names = Stream.of(ON_A_RUNNING_RUN.stream(), ON_FILES_AND_RUNS.stream(), batches)
                .flatMap(steps -> steps)
                .map(LocaleStep::command)
                .collect(Collectors.toCollection(TreeSet::new));
        names.addAll(Set.of("serve", "simulate", "batch submit")); // typed by the tests themselves
        return names;
    }
}
