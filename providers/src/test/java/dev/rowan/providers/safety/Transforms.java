package dev.rowan.providers.safety;

import dev.rowan.api.text.TextSelection;
import dev.rowan.providers.service.Dedupe;
import dev.rowan.providers.service.ServiceLocation;
import dev.rowan.testkit.FakeSetup;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Safety transforms for tests, most of them prepared for an address where nobody listens.
final class Transforms {
    private Transforms() {}

    static SafetyTransform<?> shield(TextSelection fields, Optional<String> rowsField) throws Exception {
        return shield(fields, rowsField, Optional.empty());
    }

    static SafetyTransform<?> shield(TextSelection fields, Optional<String> rowsField, Optional<BigDecimal> price)
            throws Exception {
        return prepared(new SafetyTransform<>(settings(fields, rowsField, price), new PromptShieldCheck()));
    }

    static <V> SafetyTransform<V> unprepared(SafetyCheck<V> check) {
        return new SafetyTransform<>(
                settings(new TextSelection.All(Set.of()), Optional.empty(), Optional.empty()), check);
    }

    static <V> SafetyTransform<V> prepared(SafetyTransform<V> transform) throws Exception {
        transform.prepare(new FakeSetup(Map.of(), Optional.of(URI.create("http://127.0.0.1:1")), false));
        return transform;
    }

    private static SafetySettings settings(
            TextSelection fields, Optional<String> rowsField, Optional<BigDecimal> price) {
        return new SafetySettings(
                Optional.of(new ServiceLocation.Simulator()),
                Optional.empty(),
                fields,
                true,
                rowsField,
                Duration.ofSeconds(30),
                Optional.of(SafetyEndpoint.VERSION),
                price,
                Dedupe.AUTO,
                SafetySettings.AZURE);
    }
}
