package dev.rowan.engine.plan;

import dev.rowan.api.plugin.CostOption.Variant;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// A way to run the whole pipeline: each transform as `variant` says if it can be, and equal requests sent once with
/// `dedupe`. `settings` are the options to write, by transform; `current` if the file says so now. `ready` is how long
/// the run takes; with batches, at most.
public record RunVariant(
        Variant variant,
        boolean dedupe,
        boolean current,
        BigDecimal least,
        BigDecimal most,
        Duration ready,
        Map<String, Map<String, String>> settings) {

    public RunVariant {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    }

    /// `flex, row fields last, cached, dedupe`.
    public String name() {
        return variant.mode().word()
                + (variant.fieldsLast() ? ", row fields last" : "")
                + (variant.cached() ? ", cached" : "")
                + (dedupe ? ", dedupe" : "");
    }
}
