package dev.rowan.web.picture;

import dev.rowan.api.config.ConfigNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The settings of a node that matter most, in a few short lines: what it works with, how many calls at once
/// and at most, whether by batches, how often it tries again.
final class NodeFacts {
    private NodeFacts() {}

    static List<String> of(Sketch.Kind kind, ConfigNode options) {
        var facts = new ArrayList<String>();
        switch (kind) {
            case SOURCE, SINK -> place(options).ifPresent(facts::add);
            case TRANSFORM -> {
                work(options).ifPresent(facts::add);
                line(facts, pool(options));
                line(facts, limits(options));
                line(facts, batch(options));
                line(facts, care(options));
            }
        }
        return facts;
    }

    private static void line(List<String> facts, List<String> words) {
        if (!words.isEmpty()) {
            facts.add(String.join(" · ", words));
        }
    }

    /// Where it reads or writes.
    private static Optional<String> place(ConfigNode options) {
        return Written.text(options, "path")
                .or(() -> Written.text(options, "container")
                        .map(container -> container
                                + Written.text(options, "blob")
                                        .map(blob -> "/" + blob)
                                        .orElse("")));
    }

    /// The model, or the fields that it looks at.
    private static Optional<String> work(ConfigNode options) {
        return Written.text(options, "model")
                .or(() -> Written.text(options, "deployment"))
                .or(() -> Written.text(options, "fields").map(fields -> "fields " + fields));
    }

    private static List<String> pool(ConfigNode options) {
        var words = new ArrayList<String>();
        Written.text(options, "pool_size").ifPresent(size -> words.add("pool " + size));
        Written.text(options, "throttle").ifPresent(words::add);
        return words;
    }

    private static List<String> limits(ConfigNode options) {
        var words = new ArrayList<String>();
        Written.text(options, "requests_per_minute").ifPresent(limit -> words.add("≤ " + limit + " req/min"));
        Written.text(options, "tokens_per_minute").ifPresent(limit -> words.add("≤ " + limit + " tok/min"));
        return words;
    }

    private static List<String> batch(ConfigNode options) {
        var words = new ArrayList<String>();
        Written.text(options, "mode")
                .filter(mode -> !mode.equals("realtime"))
                .ifPresent(mode -> words.add("mode " + mode));
        Written.child(options, "batch").ifPresent(batch -> {
            Written.text(batch, "max_requests").ifPresent(most -> words.add("≤ " + most + " a job"));
            Written.text(batch, "timeout").ifPresent(most -> words.add("within " + most));
        });
        return words;
    }

    private static List<String> care(ConfigNode options) {
        var words = new ArrayList<String>();
        Written.child(options, "retry")
                .flatMap(retry -> Written.text(retry, "max_attempts"))
                .ifPresent(most -> words.add("≤ " + most + " attempts"));
        Written.text(options, "delivery").ifPresent(words::add);
        return words;
    }
}
