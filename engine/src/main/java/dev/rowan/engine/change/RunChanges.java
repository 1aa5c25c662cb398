package dev.rowan.engine.change;

import dev.rowan.landscape.fold.Topology;
import dev.rowan.landscape.record.RunResume.RunChange;
import dev.rowan.landscape.record.RunStart;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// The differences between a recorded run and its pipeline now.
/// Everything that affects results needs the operator's consent: input, transforms and their options, sinks, order.
/// Rates, limits, the cost cap and API keys may change freely.
public final class RunChanges {
    private static final Set<String> FREE_SETTINGS = Set.of(
            "window",
            "window_memory",
            "reorder_memory",
            "stop_grace_ms",
            "max_cost_usd",
            "deadline_ms",
            "service_down_timeout_ms",
            "landscape_down_timeout_ms",
            "max_same_error",
            "secrets",
            "tuning");
    private static final String FINGERPRINT = "source_fingerprint";
    private static final String NOTHING = "none";

    private final List<RunChange> changes = new ArrayList<>();
    private final boolean accepted;

    private RunChanges(boolean accepted) {
        this.accepted = accepted;
    }

    /// All changes; throws a [PipelineChangedException] if one needs consent and has none.
    public static List<RunChange> between(RunStart before, RunStart now, boolean accepted)
            throws PipelineChangedException {
        var found = new RunChanges(accepted);
        List<RunChange> needing = found.compare(before, now);
        if (!needing.isEmpty() && !accepted) {
            throw new PipelineChangedException(before, now, needing);
        }
        return List.copyOf(found.changes);
    }

    /// Finds all changes and returns those that the operator must accept.
    private List<RunChange> compare(RunStart before, RunStart now) {
        settings(before.settings(), now.settings(), (name, values) -> {
            if (!FREE_SETTINGS.contains(name)) {
                add(title(name, now), values.before(), values.after());
            }
        });
        boolean movedInput = isSameInput(before, now);
        if (!movedInput) {
            add("source", before.source(), now.source());
        }
        nodes(before.nodes(), now.nodes());
        sinks(before.sinks(), now.sinks());
        var needing = List.copyOf(changes);
        settings(before.settings(), now.settings(), (name, values) -> {
            if (FREE_SETTINGS.contains(name)) {
                free(name, values.before(), values.after());
            }
        });
        if (movedInput) {
            add("source", before.source(), now.source());
        }
        moved(before.sinks(), now.sinks());
        add("Rowan", before.rowanVersion(), now.rowanVersion());
        return needing;
    }

    /// Whether the input has the same content fingerprint; its path does not matter.
    private static boolean isSameInput(RunStart before, RunStart now) {
        Object was = before.settings().get(FINGERPRINT);
        return was != null && was.equals(now.settings().get(FINGERPRINT));
    }

    private static String title(String setting, RunStart now) {
        return switch (setting) {
            case FINGERPRINT -> "the content of the input, " + now.source();
            case "source_options_sha256" -> "source.options";
            case "source_plugin" -> "source.plugin";
            case "source_plugin_version" -> "the version of the source's plugin";
            case "plugins_sha256" -> "the code of a plugin";
            case "order" -> "run.order";
            case "output_sink" -> "the sink of rows that pass";
            case "simulated" -> "whether services are simulated";
            case "tables_sha256" -> "the content of a lookup table";
            default -> setting;
        };
    }

    private record Values(@Nullable Object before, @Nullable Object after) {}

    private static void settings(
            Map<String, @Nullable Object> before, Map<String, @Nullable Object> now, BiConsumer<String, Values> each) {
        var names = new LinkedHashSet<>(before.keySet());
        names.addAll(now.keySet());
        names.forEach(name -> each.accept(name, new Values(before.get(name), now.get(name))));
    }

    /// A nested setting is reported part by part.
    private void free(String name, @Nullable Object before, @Nullable Object after) {
        if (before instanceof Map<?, ?> first && after instanceof Map<?, ?> second) {
            var keys = new LinkedHashSet<Object>(first.keySet());
            keys.addAll(second.keySet());
            keys.forEach(key -> free(name + "." + key, first.get(key), second.get(key)));
        } else {
            add(name, before, after);
        }
    }

    private void nodes(List<RunStart.Node> before, List<RunStart.Node> now) {
        List<String> names = before.stream().map(RunStart.Node::name).toList();
        List<String> names2 = now.stream().map(RunStart.Node::name).toList();
        if (!names.equals(names2)) {
            add("transforms", String.join(", ", names), String.join(", ", names2));
            return;
        }
        for (int i = 0; i < before.size(); i++) {
            RunStart.Node was = before.get(i);
            RunStart.Node is = now.get(i);
            String what = "transform '" + was.name() + "'";
            add(what + ": plugin", was.plugin(), is.plugin());
            add(what + ": version of the plugin", was.pluginVersion(), is.pluginVersion());
            add(what + ": options", shortened(was.optionsSha256()), shortened(is.optionsSha256()));
            if (!Objects.equals(edges(was), edges(is))) {
                add(what + ": edges", edges(was), edges(is));
            }
        }
    }

    private static @Nullable Object edges(RunStart.Node node) {
        return node.topology().get(Topology.EDGES);
    }

    private void sinks(List<RunStart.SinkDeclared> before, List<RunStart.SinkDeclared> now) {
        List<String> names = before.stream().map(RunStart.SinkDeclared::name).toList();
        List<String> names2 = now.stream().map(RunStart.SinkDeclared::name).toList();
        if (!names.equals(names2)) {
            add("sinks", String.join(", ", names), String.join(", ", names2));
            return;
        }
        for (int i = 0; i < before.size(); i++) {
            RunStart.SinkDeclared was = before.get(i);
            RunStart.SinkDeclared is = now.get(i);
            String what = "sink '" + was.name() + "'";
            add(what + ": plugin", was.plugin(), is.plugin());
            add(what + ": version of the plugin", was.pluginVersion(), is.pluginVersion());
            add(what + ": options", shortened(was.optionsSha256()), shortened(is.optionsSha256()));
        }
    }

    /// Output with the same options at another path was moved; its bytes are checked when it is opened.
    private void moved(List<RunStart.SinkDeclared> before, List<RunStart.SinkDeclared> now) {
        for (RunStart.SinkDeclared was : before) {
            now.stream()
                    .filter(is -> is.name().equals(was.name()))
                    .forEach(is -> add("sink '" + was.name() + "': output", was.target(), is.target()));
        }
    }

    private static String shortened(String sha256) {
        return sha256.length() > 16 ? sha256.substring(0, 16) + "…" : sha256;
    }

    private void add(String what, @Nullable Object before, @Nullable Object after) {
        String was = before == null ? NOTHING : before.toString();
        String is = after == null ? NOTHING : after.toString();
        if (!was.equals(is)) {
            changes.add(new RunChange(what, was, is, accepted));
        }
    }
}
