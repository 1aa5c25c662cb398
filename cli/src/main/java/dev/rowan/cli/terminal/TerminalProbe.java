package dev.rowan.cli.terminal;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/// Detects whether standard output and standard error are terminals, and their width.
/// Java's console covers input and output together and ignores standard error, so `test -t` is run for each. Detection
/// is lazy. Owned by one thread.
public final class TerminalProbe implements Terminals {
    static final int OUT_IS_NONE = 1;
    static final int ERR_IS_NONE = 2;
    private static final String ASK = "[ -t 1 ]; out=$?; [ -t 2 ]; exit $((out + 2 * $?))";
    private static final int WIDTH_OF_PIPE = 100;
    private static final int USUAL_WIDTH = 80;

    private final Map<String, String> environment;
    private final IntSupplier notTerminals;
    private final Supplier<Optional<Integer>> windowWidth;
    private OptionalInt asked = OptionalInt.empty();

    public TerminalProbe(Map<String, String> environment) {
        this(environment, TerminalProbe::ask, TerminalProbe::windowWidth);
    }

    TerminalProbe(Map<String, String> environment, IntSupplier notTerminals, Supplier<Optional<Integer>> windowWidth) {
        this.environment = Map.copyOf(environment);
        this.notTerminals = notTerminals;
        this.windowWidth = windowWidth;
    }

    @Override
    public Terminal out() {
        return screen(OUT_IS_NONE);
    }

    @Override
    public Terminal err() {
        return screen(ERR_IS_NONE);
    }

    private Terminal screen(int none) {
        if (asked.isEmpty()) {
            asked = OptionalInt.of(notTerminals.getAsInt());
        }
        boolean terminal = (asked.getAsInt() & none) == 0;
        boolean clever = terminal && !environment.getOrDefault("TERM", "").equals("dumb");
        boolean colour = clever && environment.getOrDefault("NO_COLOR", "").isEmpty();
        return new Terminal(width(terminal), clever, colour);
    }

    /// Bits of the streams that are not terminals; without `sh`, none is.
    private static int ask() {
        try {
            return new ProcessBuilder("sh", "-c", ASK)
                    .redirectOutput(Redirect.INHERIT)
                    .redirectError(Redirect.INHERIT)
                    .start()
                    .waitFor();
        } catch (IOException _) {
            return OUT_IS_NONE | ERR_IS_NONE;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return OUT_IS_NONE | ERR_IS_NONE;
        }
    }

    private int width(boolean terminal) {
        return number(environment.getOrDefault("COLUMNS", ""))
                .or(() -> terminal ? windowWidth.get() : Optional.of(WIDTH_OF_PIPE))
                .orElse(USUAL_WIDTH);
    }

    private static Optional<Integer> windowWidth() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(Redirect.DISCARD)
                    .start();
            String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return number(size.substring(size.indexOf(' ') + 1).strip());
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static Optional<Integer> number(String text) {
        try {
            return Optional.of(Integer.parseInt(text)).filter(n -> n > 0);
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }
}
