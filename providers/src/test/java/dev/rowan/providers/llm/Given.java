package dev.rowan.providers.llm;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.call.Calls;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Problem;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.api.schema.RowSchema;
import dev.rowan.testkit.FakeCalls;
import dev.rowan.testkit.FakeContext;
import dev.rowan.testkit.FakeSetup;
import dev.rowan.testkit.FakeTime;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A transform with settings, as the tests of this package want it.
record Given(LlmTransform transform) {
    static final URI SIMULATOR = URI.create("http://127.0.0.1:4242");

    static Map<String, Object> options(Object... keysAndValues) {
        var options = new LinkedHashMap<String, Object>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            options.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return options;
    }

    /// The usual question, with more keys or other values.
    static Map<String, Object> asking(Object... keysAndValues) {
        var all = options("model", "simulator/chat", "user_prompt_template", "{{ text }}", "output_key", "answer");
        all.putAll(options(keysAndValues));
        return all;
    }

    /// The options as the engine knows them, with the key that it adds.
    private static Optional<Section> section(TransformPlugin plugin, Map<String, Object> options, Problems problems) {
        return Section.check(
                ConfigNode.of(options),
                plugin.options().and(Options.of(RowSchema.option("schema"))),
                Path.of("src/test/resources/dev/rowan/providers/llm"),
                problems);
    }

    static List<Problem> warnings(TransformPlugin plugin, Map<String, Object> options) {
        var problems = new Problems();
        section(plugin, options, problems).ifPresent(plugin::configure);
        return problems.warnings();
    }

    static List<Problem> problems(TransformPlugin plugin, Map<String, Object> options) {
        var problems = new Problems();
        section(plugin, options, problems).ifPresent(plugin::configure);
        return problems.list();
    }

    static Given of(TransformPlugin plugin, Map<String, Object> options) {
        var problems = new Problems();
        Optional<Section> section = section(plugin, options, problems);
        problems.throwIfAny();
        var transform = (LlmTransform) plugin.configure(section.orElseThrow());
        problems.throwIfAny();
        return new Given(transform);
    }

    static Given prepared(Map<String, Object> options) throws Exception {
        return of(new LlmPlugin(), options).prepare(setup(Map.of()));
    }

    static PluginSetup setup(Map<String, String> variables) {
        return new FakeSetup(variables, Optional.of(SIMULATOR), false);
    }

    Given prepare(PluginSetup setup) throws Exception {
        transform.prepare(setup);
        return this;
    }

    TransformResult ask(Row row, Calls calls) throws InterruptedException {
        return transform.process(row, new FakeContext(new FakeTime(), calls));
    }

    Row answered(Row row, Calls calls) throws InterruptedException {
        return switch (ask(row, calls)) {
            case TransformResult.Success(var answered) -> answered;
            case TransformResult.Error(var reason, var _) -> throw new AssertionError(reason);
            case TransformResult.SuccessMulti _ -> throw new AssertionError("one row is one row");
        };
    }

    Reason failed(Row row, Calls calls) throws InterruptedException {
        return switch (ask(row, calls)) {
            case TransformResult.Error(var reason, TransformResult.Verdict verdict)
            when verdict == TransformResult.Verdict.FAILED -> reason;
            case TransformResult other -> throw new AssertionError(other);
        };
    }

    /// A chat completion with this text.
    static String completion(String text) {
        return completion(text, "stop");
    }

    static String completion(@Nullable String text, String finish) {
        return """
                {"id":"c1","model":"m-1","choices":[{"index":0,"message":{"role":"assistant","content":%s},\
                "finish_reason":"%s"}],"usage":{"prompt_tokens":10,"completion_tokens":5}}""".formatted(text == null ? "null" : quoted(text), finish);
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    static FakeCalls answering(String... texts) {
        var next = new AtomicInteger();
        return new FakeCalls(_ -> FakeCalls.json(200, completion(texts[next.getAndIncrement()])));
    }
}
