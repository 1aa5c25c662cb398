package dev.rowan.cli.explain;

import dev.rowan.cli.terminal.AnsiStyle;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Wrap;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.history.Why;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Why a row did not succeed: the message, then the code with its details.
public record ReasonText(int width, AnsiStyle paint) {
    private static final String LABEL = "  reason  ";
    private static final String BELOW = " ".repeat(LABEL.length());

    /// Parses a reason: `{reason, message, …details}`.
    public List<String> lines(Map<String, @Nullable Object> reason) {
        Why why = Why.of(reason);
        String sentence = SafeText.line(why.sentence());
        String code = SafeText.line(why.code());
        String details = why.details().entrySet().stream()
                .map(entry -> SafeText.line(entry.getKey()) + " " + detail(entry.getValue()))
                .collect(Collectors.joining(" · "));
        var lines = new ArrayList<String>();
        lines.addAll(Wrap.lines(sentence, BELOW, width));
        lines.set(0, LABEL + lines.getFirst().substring(BELOW.length()));
        Wrap.lines(details.isEmpty() ? code : code + " · " + details, BELOW, width)
                .forEach(line -> lines.add(paint.dim(line)));
        return lines;
    }

    private static String detail(@Nullable Object value) {
        return value instanceof String text ? SafeText.line(text) : JsonObject.text(value);
    }
}
