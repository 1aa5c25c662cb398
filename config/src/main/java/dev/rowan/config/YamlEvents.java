package dev.rowan.config;

import dev.rowan.api.config.ConfigLocation;
import dev.rowan.api.config.Problem;
import java.util.Iterator;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/// The parser's events with their places. Whatever the parser throws becomes a problem: it also throws exceptions that
/// it does not declare. Owned by one thread.
final class YamlEvents {
    private final String file;
    private final String text;
    private final Iterator<Event> events;
    private ConfigLocation last;

    YamlEvents(String file, String text) {
        this.file = file;
        this.text = text;
        this.last = new ConfigLocation(file, 1, 1, Optional.empty());
        var settings = LoadSettings.builder()
                .setLabel(file)
                .setCodePointLimit(Integer.MAX_VALUE) // the file's size is limited already
                .build();
        this.events = new Parse(settings).parseString(text).iterator();
    }

    Event next() throws UnreadableYamlException {
        try {
            Event event = events.next();
            last = event.getEndMark().map(this::place).orElse(last);
            return event;
        } catch (MarkedYamlEngineException e) {
            throw unreadable(e.getProblemMark().map(this::place).orElse(last), message(e), hint(e));
        } catch (RuntimeException e) {
            throw unreadable(last, "not valid YAML behind this place: " + e.getMessage(), Optional.empty());
        }
    }

    ConfigLocation place(Event event) {
        return event.getStartMark().map(this::place).orElse(last);
    }

    private ConfigLocation place(Mark mark) {
        return new ConfigLocation(file, mark.getLine() + 1, mark.getColumn() + 1, Optional.empty());
    }

    private static UnreadableYamlException unreadable(ConfigLocation place, String message, Optional<String> hint) {
        return new UnreadableYamlException(new Problem("config.yaml", place, "", message, hint));
    }

    private static String message(MarkedYamlEngineException e) {
        String problem = String.valueOf(e.getProblem());
        int advice = problem.indexOf(". (Do not use");
        return "not valid YAML: " + (advice < 0 ? problem : problem.substring(0, advice));
    }

    /// What to do about the mistakes that people make most.
    private Optional<String> hint(MarkedYamlEngineException e) {
        String problem = String.valueOf(e.getProblem());
        int at = e.getProblemMark()
                .map(mark -> text.offsetByCodePoints(0, mark.getIndex()))
                .orElse(text.length());
        if (text.startsWith("\t", at)) {
            return Optional.of("indent with spaces, not tabs");
        }
        if (at > 0 && text.startsWith("${", at - 1)) {
            return Optional.of("inside [ ] and { } put quotes around \"${…}\"");
        }
        if (problem.contains("cannot start any token")) {
            return Optional.of("put quotes around text that starts with " + text.charAt(at));
        }
        if (problem.contains("mapping values are not allowed")) {
            return Optional.of("put quotes around text that holds ': ', or check the indentation");
        }
        if (problem.contains("<block end>") || problem.contains("could not find expected ':'")) {
            return Optional.of("check the indentation, quotes and brackets of this line");
        }
        return at == text.length()
                ? e.getContextMark().map(mark -> "what opens at " + line(mark) + " is never closed")
                : Optional.empty();
    }

    private static String line(Mark mark) {
        return (mark.getLine() + 1) + ":" + (mark.getColumn() + 1);
    }
}
