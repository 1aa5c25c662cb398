package dev.rowan.web.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.engine.batch.BatchOptions.Stay;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.RowQueries;
import dev.rowan.landscape.RowQueries.TokenKey;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.web.jobs.JobStage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Two runs side by side, made by the real engine.
class CompareScreenTest {
    @TempDir
    private Path folder;

    private static String pipeline(boolean id, String pattern) {
        return """
                run: {name: notes}
                source: {plugin: jsonl, options: {path: rows.jsonlID}}
                transforms:
                  - plugin: keyword_filter
                    options: {fields: [text], blocked_patterns: ["PATTERN"], on_error: blocked}
                  - plugin: truncate
                    options: {fields: text, max_chars: 40}
                sinks:
                  output: {plugin: jsonl, options: {path: out.jsonl}}
                  blocked: {plugin: jsonl, options: {path: blocked.jsonl}}
                """.replace("ID", id ? ", id: n" : "").replace("PATTERN", pattern);
    }

    private static String line(long n, String text) {
        return "{\"n\":" + n + ",\"text\":\"" + text + "\"}";
    }

    @Test
    void aRunComparedWithItselfIsTheSame() throws Exception {
        try (JobStage stage = JobStage.open(folder, Map.of())) {
            stage.write("rows.jsonl", lines(new Random(1), 1_000, false));
            stage.run(pipeline(true, "word7"), Stay.UNTIL_DONE);
            stage.serve(Optional.empty());
            Map<?, ?> done = done(stage, "latest", "latest");
            assertThat(done.get("same")).isEqualTo(1_000L).isEqualTo(done.get("matched"));
            assertThat(found(stage, "latest", "latest")).isEmpty();
            assertThat(stage.get("/compare?a=latest&b=latest").body())
                    .contains("All rows have the same result in both runs.", "Identical in both runs.");
        }
    }

    @ParameterizedTest
    @Tag("slow")
    @CsvSource({"11, true, true", "12, true, false", "13, false, false", "14, true, true"})
    void findsExactlyTheRowsThatANaiveComparisonFinds(long seed, boolean id, boolean shuffled) throws Exception {
        var random = new Random(seed);
        try (JobStage stage = JobStage.open(folder, Map.of())) {
            List<String> first = lines(random, 1_300, id && seed == 14);
            stage.write("rows.jsonl", first);
            String a = stage.run(pipeline(id, "word7"), Stay.UNTIL_DONE).runId();
            var second = new ArrayList<String>();
            for (String each : first) {
                if (random.nextInt(20) > 0) {
                    second.add(random.nextInt(15) == 0 ? each.replace("word", "verb") : each);
                }
            }
            for (int extra = 0; extra < 20; extra++) {
                second.add(line(5_000 + extra, "new"));
            }
            if (shuffled) {
                Collections.shuffle(second, random);
            }
            stage.write("rows.jsonl", second);
            String b = stage.run(pipeline(id, "word8"), Stay.UNTIL_DONE).runId();
            stage.serve(Optional.empty());
            done(stage, a, b);
            assertThat(found(stage, a, b))
                    .as("seed %d", seed)
                    .isEqualTo(naive(stage, a, b, id))
                    .hasSizeGreaterThan(100);
            assertThat(stage.get("/compare?a=" + a + "&b=" + b).body()).contains("word7", "word8", "<del>", "<ins>");
        }
    }

    @Test
    void showsValuesAsTextAndOffersRunsToSelect() throws Exception {
        try (JobStage stage = JobStage.open(folder, Map.of())) {
            stage.write("rows.jsonl", List.of(line(1, "<script>alert(1)</script>"), line(2, "same")));
            String a = stage.run(pipeline(true, "word7"), Stay.UNTIL_DONE).runId();
            stage.write("rows.jsonl", List.of(line(1, "<img src=x onerror=alert(2)>"), line(2, "same")));
            String b = stage.run(pipeline(true, "word7"), Stay.UNTIL_DONE).runId();
            stage.serve(Optional.empty());
            assertThat(stage.get("/compare").body()).contains("<select name=\"a\">", a, b);
            done(stage, a, b);
            assertThat(stage.get("/compare?a=" + a + "&b=" + b).body())
                    .contains(
                            "&lt;",
                            "script&gt;alert(1)",
                            "img src=x",
                            "/runs/" + a + "/rows/1",
                            "/runs/" + b + "/rows/1")
                    .doesNotContain("<script>alert", "<img");
            assertThat(stage.get("/compare?a=" + a + "&b=" + b + "&kind=nothing")
                            .statusCode())
                    .isEqualTo(400);
            assertThat(stage.get("/compare?a=none&b=" + b).statusCode()).isEqualTo(404);
            assertThat(stage.get("/api/compare/cancel").statusCode()).isEqualTo(405);
        }
    }

    /// Rows with ids, some duplicated if `twice`.
    private static List<String> lines(Random random, int rows, boolean twice) {
        var lines = new ArrayList<String>();
        for (int n = 1; n <= rows; n++) {
            lines.add(line(twice ? 1 + random.nextInt(rows) : n, "word" + random.nextInt(12) + " of row " + n));
        }
        return lines;
    }

    private static Map<?, ?> done(JobStage stage, String a, String b) throws Exception {
        Map<?, ?> comparison = stage.json("/api/compare?a=" + a + "&b=" + b);
        while ("working".equals(comparison.get("state"))) {
            comparison = stage.json("/api/compare?a=" + a + "&b=" + b);
        }
        assertThat(comparison.get("state")).isEqualTo("done");
        return comparison;
    }

    /// All changes, page by page: `kind rowA rowB`.
    private static Set<String> found(JobStage stage, String a, String b) throws Exception {
        var found = new HashSet<String>();
        Object from = 0;
        while (from != null) {
            Map<?, ?> page = stage.json("/api/compare?a=" + a + "&b=" + b + "&from=" + from);
            for (Object each : JobStage.list(page, "rows")) {
                Map<?, ?> row = (Map<?, ?>) each;
                assertThat(found.add(row.get("kind") + " " + row.get("row_a") + " " + row.get("row_b")))
                        .isTrue();
            }
            from = page.get("next_from");
        }
        return found;
    }

    /// The result of a row as text.
    private record Result(long row, String ends, String values) {}

    private static Set<String> naive(JobStage stage, String a, String b, boolean id) {
        Map<String, List<Result>> left = results(stage, a, id);
        Map<String, List<Result>> right = results(stage, b, id);
        var found = new HashSet<String>();
        var keys = new HashSet<>(left.keySet());
        keys.addAll(right.keySet());
        for (String key : keys) {
            List<Result> one = left.getOrDefault(key, List.of());
            List<Result> other = right.getOrDefault(key, List.of());
            for (int i = 0; i < Math.max(one.size(), other.size()); i++) {
                if (i >= other.size()) {
                    found.add("only_a " + one.get(i).row() + " null");
                } else if (i >= one.size()) {
                    found.add("only_b null " + other.get(i).row());
                } else if (!one.get(i).ends().equals(other.get(i).ends())) {
                    found.add("outcome " + one.get(i).row() + " " + other.get(i).row());
                } else if (!one.get(i).values().equals(other.get(i).values())) {
                    found.add("values " + one.get(i).row() + " " + other.get(i).row());
                }
            }
        }
        return found;
    }

    private static Map<String, List<Result>> results(JobStage stage, String run, boolean id) {
        var results = new TreeMap<String, List<Result>>();
        try (LandscapeReader reader = stage.location().read()) {
            long rows = reader.runs().summary(run).rowsRead();
            Map<TokenKey, RowQueries.Stored> values = reader.rows().values(run, 1, rows);
            for (long row = 1; row <= rows; row++) {
                RowHistory history = reader.rows().history(run, row).orElseThrow();
                var carried = Optional.ofNullable(values.get(new TokenKey(row, 0)))
                        .orElseThrow()
                        .row();
                String ends = String.valueOf(history.ends().stream()
                        .map(end -> end.outcome() + " " + end.reason() + " " + end.sink())
                        .toList());
                results.computeIfAbsent(id ? String.valueOf(carried.get("n")) : "row " + row, _ -> new ArrayList<>())
                        .add(new Result(row, ends, carried.toString()));
            }
        }
        return results;
    }
}
