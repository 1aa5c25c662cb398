package dev.rowan.simulator.safety;

import dev.rowan.json.RowJson;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One way to damage the reply of a safety service; none of them may be read as a clean verdict. `word` names it in
/// settings and headers, such as `severity_missing`; `endpoint` is the one whose replies it fits.
public record Damage(String endpoint, String word, Change change) {
    /// What can happen to any body.
    private static final List<Map.Entry<String, Change>> OF_ANY_BODY = List.of(
            Map.entry("body_null", Change.text("null")),
            Map.entry("body_list", Change.text("[]")),
            Map.entry("body_text", Change.text("\"safe\"")),
            Map.entry("body_empty_object", Change.text("{}")),
            Map.entry("body_blank", Change.text("   ")),
            Map.entry("body_cut", Change.ofText(text -> text.substring(0, text.length() - 2))),
            Map.entry("body_twice", Change.ofText(text -> text + text)),
            Map.entry("body_trailing_text", Change.ofText(text -> text + " ok")),
            Map.entry("body_single_quotes", Change.ofText(text -> text.replace('"', '\''))),
            Map.entry("body_in_data", Change.ofText(text -> "{\"data\":" + text + "}")),
            Map.entry("body_error", Change.text("{\"error\":{\"code\":\"InternalError\",\"message\":\"failed\"}}")));

    /// The reply that is sent in place of `body`.
    public byte[] applied(Map<String, @Nullable Object> body) {
        return change.apply(body);
    }

    public static Stream<Damage> all() {
        Stream<Damage> ofBodies = Stream.of(TextAnalyzeEndpoint.NAME, ShieldPromptEndpoint.NAME)
                .flatMap(endpoint ->
                        OF_ANY_BODY.stream().map(any -> new Damage(endpoint, any.getKey(), any.getValue())));
        return Stream.of(ofBodies, AnalyzeDamage.ALL.stream(), ShieldDamage.ALL.stream())
                .flatMap(damages -> damages);
    }

    public static Optional<Damage> of(String endpoint, String word) {
        return all().filter(damage -> damage.endpoint.equals(endpoint) && damage.word.equals(word))
                .findFirst();
    }

    /// The change to a body.
    @FunctionalInterface
    public interface Change extends Function<Map<String, @Nullable Object>, byte[]> {

        /// Replaces the text.
        static Change text(String text) {
            return _ -> text.getBytes(StandardCharsets.UTF_8);
        }

        /// A change within it.
        static Change inside(Consumer<Map<String, @Nullable Object>> change) {
            return body -> {
                change.accept(body);
                return RowJson.writeValue(body);
            };
        }

        /// A change of its text.
        static Change ofText(Function<String, String> change) {
            return body -> change.apply(new String(RowJson.writeValue(body), StandardCharsets.UTF_8))
                    .getBytes(StandardCharsets.UTF_8);
        }
    }
}
