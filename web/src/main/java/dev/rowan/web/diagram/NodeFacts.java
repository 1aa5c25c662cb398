package dev.rowan.web.diagram;

import dev.rowan.api.config.ConfigNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The settings of a node that matter most, in a few short lines: what it works with, how many calls at once
/// and at most, whether by batches, how often it tries again.
final class NodeFacts {
    private NodeFacts() {}

    static List<String> of(Diagram.Kind kind, ConfigNode options) {
        var facts = new ArrayList<String>();
        switch (kind) {
            case SOURCE, SINK -> location(options).ifPresent(facts::add);
            case GATE -> SettingText.text(options, "by").ifPresent(facts::add);
            case FORK -> {
                // its branches are the edges
            }
            case JOIN -> line(facts, join(options));
            case TRANSFORM, AGGREGATE -> {
                work(options).ifPresent(facts::add);
                line(facts, pool(options));
                line(facts, limits(options));
                line(facts, batch(options));
                line(facts, care(options));
            }
        }
        return facts;
    }

    private static void line(List<String> facts, List<String> parts) {
        if (!parts.isEmpty()) {
            facts.add(String.join(" · ", parts));
        }
    }

    /// Its file, table or address.
    private static Optional<String> location(ConfigNode options) {
        return SettingText.text(options, "path")
                .or(() -> SettingText.text(options, "container")
                        .map(container -> container
                                + SettingText.text(options, "blob")
                                        .map(blob -> "/" + blob)
                                        .orElse("")));
    }

    /// The model or the fields.
    private static Optional<String> work(ConfigNode options) {
        return SettingText.text(options, "model")
                .or(() -> SettingText.text(options, "deployment"))
                .or(() -> SettingText.text(options, "fields").map(fields -> "fields " + fields));
    }

    private static List<String> join(ConfigNode options) {
        var parts = new ArrayList<String>();
        SettingText.text(options, "policy").ifPresent(parts::add);
        SettingText.text(options, "merge").ifPresent(merge -> parts.add("merge " + merge));
        SettingText.text(options, "timeout").ifPresent(timeout -> parts.add("within " + timeout));
        return parts;
    }

    private static List<String> pool(ConfigNode options) {
        var parts = new ArrayList<String>();
        SettingText.text(options, "pool_size").ifPresent(size -> parts.add("pool " + size));
        SettingText.text(options, "throttle").ifPresent(parts::add);
        return parts;
    }

    private static List<String> limits(ConfigNode options) {
        var parts = new ArrayList<String>();
        SettingText.text(options, "requests_per_minute").ifPresent(limit -> parts.add("≤ " + limit + " req/min"));
        SettingText.text(options, "tokens_per_minute").ifPresent(limit -> parts.add("≤ " + limit + " tok/min"));
        return parts;
    }

    private static List<String> batch(ConfigNode options) {
        var parts = new ArrayList<String>();
        SettingText.text(options, "mode")
                .filter(mode -> !mode.equals("realtime"))
                .ifPresent(mode -> parts.add("mode " + mode));
        SettingText.child(options, "batch").ifPresent(batch -> {
            SettingText.text(batch, "max_requests").ifPresent(max -> parts.add("≤ " + max + " a job"));
            SettingText.text(batch, "timeout").ifPresent(max -> parts.add("within " + max));
        });
        return parts;
    }

    private static List<String> care(ConfigNode options) {
        var parts = new ArrayList<String>();
        SettingText.child(options, "retry")
                .flatMap(retry -> SettingText.text(retry, "max_attempts"))
                .ifPresent(max -> parts.add("≤ " + max + " attempts"));
        SettingText.text(options, "delivery").ifPresent(parts::add);
        return parts;
    }
}
