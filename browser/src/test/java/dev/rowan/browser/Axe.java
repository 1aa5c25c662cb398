package dev.rowan.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/// Runs axe-core, from outside the page, so that the page's policy stays active.
final class Axe {
    private static final String RUN = """
            async () => {
              const found = await axe.run(document, {resultTypes: ['violations']});
              return found.violations.flatMap(v => v.nodes.map(n =>
                v.impact + ' ' + v.id + ': ' + n.target.join(' ') + ' | ' + (n.failureSummary || '').replace(/\\s+/g, ' ').slice(0, 220)));
            }
            """;

    private final String script;

    Axe() {
        try (InputStream in = Axe.class.getResourceAsStream("/axe.min.js")) {
            if (in == null) {
                throw new IllegalStateException("axe.min.js is not on the class path");
            }
            script = new String(in.readAllBytes(), UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /// All violations on the open page, one line per element: impact, rule, selector, remedy.
    List<String> violations(Visit visit) {
        visit.page().evaluate(script);
        return ((List<?>) visit.page().evaluate(RUN))
                .stream().map(String::valueOf).toList();
    }

    /// Whether a violation is serious or critical.
    static boolean isSerious(String violation) {
        return violation.startsWith("serious ") || violation.startsWith("critical ");
    }
}
