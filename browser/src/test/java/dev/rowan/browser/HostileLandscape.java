package dev.rowan.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.Row;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A landscape full of [HostileValues], made by the real engine: in row data, source ids, field names, answers,
/// model names, errors and names in pipelines; and its page.
final class HostileLandscape implements AutoCloseable {
    private static final int NODES = 40;
    private static final int MAX_NAME_LENGTH = 2_000;
    private static final Set<Integer> ENDED = Set.of(0, 4);

    private final Path folder;
    private final HostileService service;
    private final List<String> values;
    private final Map<String, List<String>> runs;
    private final Served site;

    private HostileLandscape(
            Path folder, HostileService service, List<String> values, Map<String, List<String>> runs, Served site) {
        this.folder = folder;
        this.service = service;
        this.values = values;
        this.runs = runs;
        this.site = site;
    }

    static HostileLandscape make() {
        HostileService service = HostileService.start();
        List<String> values = HostileValues.of(service.address(), HostileValues.SEED, HostileValues.MANY);
        service.answerWith(values);
        try {
            Path folder = Files.createTempDirectory("rowan-hostile");
            Rowan rowan = Rowan.in(folder, Map.of());
            var runs = new LinkedHashMap<String, List<String>>();
            Files.write(folder.resolve("rows.jsonl"), lines(values));
            Files.write(
                    folder.resolve("numbers.jsonl"),
                    IntStream.range(0, values.size())
                            .mapToObj(n -> "{\"n\":" + n + "}")
                            .toList());
            Files.writeString(folder.resolve("one.jsonl"), "{\"n\":0}\n");
            runs.put("data", List.of(run(folder, rowan, pipeline("data", "rows.jsonl", "key", List.of()))));
            String model = node(service, "a model", values.getFirst(), "ask", "answer");
            runs.put("answers", List.of(run(folder, rowan, pipeline("a", "numbers.jsonl", "n", List.of(model)))));
            String failing = node(service, "fails", "m", "fail", "answer");
            runs.put("errors", List.of(run(folder, rowan, pipeline("e", "numbers.jsonl", "n", List.of(failing)))));
            runs.put("models", models(folder, rowan, service, values));
            return new HostileLandscape(folder, service, values, runs, Served.start(rowan));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// Whether it is a valid model name: not a template.
    static boolean canBeName(String value) {
        return !value.isBlank() && value.length() < MAX_NAME_LENGTH && !value.contains("{{") && !value.contains("{%");
    }

    /// Pipelines whose models, transforms and runs have hostile names.
    private static List<String> models(Path folder, Rowan rowan, HostileService service, List<String> values)
            throws IOException {
        var names = values.stream().filter(HostileLandscape::canBeName).toList();
        var made = new ArrayList<String>();
        for (int from = 0; from < names.size(); from += NODES) {
            var nodes = new ArrayList<String>();
            for (int i = from; i < Math.min(from + NODES, names.size()); i++) {
                nodes.add(node(service, names.get(i), names.get(i), "ask", "answer" + i));
            }
            made.add(run(folder, rowan, pipeline(names.get(from), "one.jsonl", "n", nodes)));
        }
        return made;
    }

    private static String run(Path folder, Rowan rowan, String pipeline) throws IOException {
        rowan.run(Files.writeString(folder.resolve("pipeline.yaml"), pipeline), ENDED);
        return TestLandscape.newest(folder);
    }

    private static String pipeline(String name, String rows, String id, List<String> nodes) {
        return "run: {name: " + quoted(name) + ", max_same_error: off}\n"
                + "source: {plugin: jsonl, options: {path: " + rows + ", id: " + id + "}}\n"
                + (nodes.isEmpty() ? "" : "transforms:\n" + String.join("", nodes))
                + "sinks:\n  output: {plugin: jsonl, options: {path: out.jsonl}}\n"
                + (nodes.isEmpty() ? "" : "  failed: {plugin: jsonl, options: {path: failed.jsonl}}\n");
    }

    private static String node(HostileService service, String name, String model, String word, String key) {
        return "  - plugin: llm\n"
                + "    name: " + quoted(name) + "\n"
                + "    options:\n"
                + "      base_url: " + service.address() + "/v1\n"
                + "      model: " + quoted(model) + "\n"
                + "      user_prompt_template: \"" + word + " {{ n }}\"\n"
                + "      output_key: " + key + "\n"
                + "      price: {input: 1, output: 1}\n"
                + "      on_error: failed\n";
    }

    /// As a text in a pipeline file, with `${` escaped.
    private static String quoted(String text) {
        return new String(RowJson.writeValue(text.replace("${", "$${")), UTF_8)
                .replace("\ufffe", "\\ufffe")
                .replace("\uffff", "\\uffff");
    }

    private static List<String> lines(List<String> values) {
        var lines = new ArrayList<String>();
        for (int n = 0; n < values.size(); n++) {
            var fields = new LinkedHashMap<String, @Nullable Object>();
            fields.put("n", n);
            fields.put("key", values.get(n));
            fields.put("text", values.get(n));
            fields.put("nested", Map.of("list", List.of(values.get(n))));
            fields.put(values.get(n), "a field");
            lines.add(new String(RowJson.write(Row.of(fields)), UTF_8));
        }
        return lines;
    }

    List<String> values() {
        return values;
    }

    HostileService service() {
        return service;
    }

    Served site() {
        return site;
    }

    /// The runs with hostile `data`, `answers`, `errors` or `models`.
    List<String> runs(String kind) {
        return runs.getOrDefault(kind, List.of());
    }

    String run(String kind) {
        return runs(kind).getFirst();
    }

    @Override
    public void close() {
        site.close();
        service.close();
        TestLandscape.delete(folder);
    }
}
