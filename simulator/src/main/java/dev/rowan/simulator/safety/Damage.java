package dev.rowan.simulator.safety;

import dev.rowan.json.RowJson;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One way in which the reply of a safety service can be damaged. None of them may be read as a clean verdict.
public sealed interface Damage permits AnalyzeDamage, ShieldDamage {

    /// The name in settings and headers, such as `severity_missing`.
    String word();

    /// The endpoint whose replies it fits.
    String endpoint();

    /// The reply that is sent in place of `body`.
    byte[] applied(Map<String, @Nullable Object> body);

    /// All of them.
    static Stream<Damage> all() {
        return Stream.concat(Stream.of(AnalyzeDamage.values()), Stream.of(ShieldDamage.values()));
    }

    static Optional<Damage> of(String endpoint, String word) {
        return all().filter(damage ->
                        damage.endpoint().equals(endpoint) && damage.word().equals(word))
                .findFirst();
    }

    /// What is done to a body.
    @FunctionalInterface
    interface Change extends Function<Map<String, @Nullable Object>, byte[]> {

        /// Another text in its place.
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
