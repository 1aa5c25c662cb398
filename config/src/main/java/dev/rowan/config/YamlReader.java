package dev.rowan.config;

import dev.rowan.api.config.ConfigLocation;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.ConfigNode.Broken;
import dev.rowan.api.config.Problem;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Quoted;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;

/// A pipeline file's events as a tree of settings. Owned by one thread.
///
/// A value that cannot be used is reported and becomes [Broken], and reading continues, so that one look finds all
/// there
/// is to find; only text that is no YAML, or passes a limit, ends it.
final class YamlReader {
    private final YamlEvents events;
    private final YamlScalars scalars;
    private final Problems problems;
    private final Limits limits = new Limits();
    private final Anchors anchors = new Anchors(limits);

    YamlReader(YamlEvents events, Variables variables, Problems problems) {
        this.events = events;
        this.scalars = new YamlScalars(variables, problems);
        this.problems = problems;
    }

    /// The one document of the file.
    ConfigNode document() throws UnreadableYamlException {
        events.next(); // the stream's start
        Event start = events.next();
        if (start.getEventId() == Event.ID.StreamEnd) {
            throw new UnreadableYamlException(new Problem(
                    "config.empty", events.place(start), "", "must hold settings, got nothing", Optional.empty()));
        }
        ConfigNode root = node(events.next(), "", 1);
        events.next(); // the document's end
        Event after = events.next();
        if (after.getEventId() == Event.ID.DocumentStart) {
            report("config.documents", events.place(after), "", "must be the only document", "remove the '---'");
        }
        return root;
    }

    private ConfigNode node(Event event, String path, int depth) throws UnreadableYamlException {
        ConfigLocation place = events.place(event);
        limits.value(place, path, depth);
        return switch (event) {
            case AliasEvent alias -> alias(alias, place, path, depth);
            case ScalarEvent scalar -> anchors.keep(scalar.getAnchor(), scalars.read(scalar, place, path));
            case SequenceStartEvent start -> {
                anchors.open(start.getAnchor());
                ConfigNode read = sequence(place, path, depth);
                yield anchors.keep(start.getAnchor(), checkedTag(start, YamlTag.Type.SEQ, read));
            }
            case MappingStartEvent start -> {
                anchors.open(start.getAnchor());
                ConfigNode read = mapping(place, path, depth);
                yield anchors.keep(start.getAnchor(), checkedTag(start, YamlTag.Type.MAP, read));
            }
            default -> throw new IllegalStateException("the parser gave " + event + " where a value begins");
        };
    }

    private ConfigNode alias(AliasEvent event, ConfigLocation place, String path, int depth)
            throws UnreadableYamlException {
        limits.alias(place);
        Anchor name = event.getAlias();
        if (anchors.isOpen(name)) {
            return broken(
                    place, path, "alias '*" + name + "' must not be inside its own anchor", "write the value out");
        }
        Optional<ConfigNode> copy = anchors.copy(name, place, path, depth);
        return copy.isPresent()
                ? copy.get()
                : broken(
                        place,
                        path,
                        "alias '*" + name + "' has no anchor",
                        "write '&" + name + "' before the first value");
    }

    private ConfigNode sequence(ConfigLocation place, String path, int depth) throws UnreadableYamlException {
        var items = new ArrayList<ConfigNode>();
        Event event = events.next();
        while (event.getEventId() != Event.ID.SequenceEnd) {
            items.add(node(event, ConfigNode.pathOf(path, items.size()), depth + 1));
            event = events.next();
        }
        return new ConfigNode.Sequence(place, path, items);
    }

    private ConfigNode mapping(ConfigLocation place, String path, int depth) throws UnreadableYamlException {
        var entries = new LinkedHashMap<String, ConfigNode.Entry>();
        boolean merges = false;
        Event event = events.next();
        while (event.getEventId() != Event.ID.MappingEnd) {
            ConfigLocation keyPlace = events.place(event);
            merges |= YamlScalars.isMerge(event);
            Optional<String> key = key(event, path, depth);
            ConfigNode value = node(events.next(), ConfigNode.pathOf(path, key.orElse("?")), depth + 1);
            if (key.isPresent()) {
                enter(entries, path, key.get(), new ConfigNode.Entry(keyPlace, value));
            }
            event = events.next();
        }
        return merges ? new Broken(place, path) : new ConfigNode.Mapping(place, path, entries);
    }

    /// A mapping's key; empty, and reported, when it cannot be one.
    private Optional<String> key(Event event, String path, int depth) throws UnreadableYamlException {
        ConfigLocation place = events.place(event);
        if (YamlScalars.isMerge(event)) {
            report("config.key", place, path, "merge key '<<' is not supported", "write the keys out");
            return Optional.empty();
        }
        if (event instanceof ScalarEvent scalar && YamlScalars.isText(scalar)) {
            String key = scalar.getValue();
            anchors.keep(scalar.getAnchor(), new ConfigNode.Scalar(place, path, key));
            return Optional.of(key);
        }
        if (event instanceof ScalarEvent scalar) {
            String message = "a key must be text, got " + Quoted.of(scalar.getValue());
            report("config.key", place, path, message, "put quotes around it");
        } else {
            ConfigNode found = node(event, ConfigNode.pathOf(path, "?"), depth + 1);
            report("config.key", place, path, "a key must be text, got " + found.found(), "write the key out");
        }
        return Optional.empty();
    }

    private void enter(Map<String, ConfigNode.Entry> entries, String path, String key, ConfigNode.Entry entry) {
        ConfigNode.Entry first = entries.putIfAbsent(key, entry);
        if (first != null) {
            report(
                    "config.duplicate_key",
                    entry.keyLocation(),
                    path,
                    "duplicate key " + Quoted.of(key),
                    "the first is at " + first.keyLocation().line() + ":"
                            + first.keyLocation().column());
        }
    }

    private ConfigNode checkedTag(CollectionStartEvent event, YamlTag.Type type, ConfigNode node) {
        return switch (YamlTag.of(event.getTag())) {
            case YamlTag.None() -> node;
            case YamlTag.Core(var asked) when asked == type -> node;
            case YamlTag.Core _, YamlTag.Unknown _ ->
                broken(
                        node.location(),
                        node.path(),
                        YamlTag.refusal(event.getTag()) + ", got " + node.found(),
                        "remove the tag");
        };
    }

    private ConfigNode broken(ConfigLocation place, String path, String message, String hint) {
        report("config.value", place, path, message, hint);
        return new Broken(place, path);
    }

    private void report(String code, ConfigLocation place, String path, String message, String hint) {
        problems.add(new Problem(code, place, path, message, Optional.of(hint)));
    }
}
