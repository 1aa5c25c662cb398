import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Runs shell commands in tmux and draws what the terminal showed as an animated SVG.
///
/// `java TerminalRecording.java FOLDER SVG COMMAND...`; with `^C=REGEX` before it, a command is interrupted once the
/// screen matches.
public final class TerminalRecording {
    private static final int COLUMNS = 118;
    private static final int LINES = 27;
    private static final Duration INTERVAL = Duration.ofMillis(200);
    private static final Duration MAX_PAUSE = Duration.ofMillis(900);
    private static final Duration READING_TIME = Duration.ofSeconds(4);
    private static final Duration MAX_COMMAND_TIME = Duration.ofMinutes(2);
    private static final Pattern PROMPT = Pattern.compile("(?m)^\\$\\s*\\z");
    private static final String INTERRUPT = "^C=";

    /// What the screen showed, and for how long.
    private record Frame(List<String> lines, Duration shown) {}

    private final String socket = "rowan-recording-" + ProcessHandle.current().pid();
    private final List<Frame> frames = new ArrayList<>();

    static void main(String[] args) throws Exception {
        var recording = new TerminalRecording();
        var size = List.of("-x", String.valueOf(COLUMNS), "-y", String.valueOf(LINES));
        var start = new ArrayList<>(List.of("-f", "/dev/null", "new-session", "-d", "-c", args[0]));
        start.addAll(size);
        start.addAll(List.of("env", "PS1=$ ", "TERM=tmux-256color", "sh"));
        recording.tmux(start.toArray(String[]::new));
        try {
            recording.tmux("set-option", "-g", "status", "off");
            recording.captureUntil(PROMPT);
            Optional<Pattern> interrupt = Optional.empty();
            for (String arg : List.of(args).subList(2, args.length)) {
                if (arg.startsWith(INTERRUPT)) {
                    interrupt = Optional.of(Pattern.compile(arg.substring(INTERRUPT.length())));
                } else {
                    recording.run(arg, interrupt);
                    interrupt = Optional.empty();
                }
            }
        } finally {
            recording.tmux("kill-server");
        }
        Files.writeString(Path.of(args[1]), new Svg(recording.frames).render());
    }

    private void run(String command, Optional<Pattern> interrupt) throws Exception {
        for (String word : command.splitWithDelimiters(" ", 0)) {
            tmux("send-keys", "-l", "--", word);
            capture();
        }
        tmux("send-keys", "Enter");
        if (interrupt.isPresent()) {
            captureUntil(interrupt.get());
            tmux("send-keys", "C-c");
        }
        captureUntil(PROMPT);
        frames.add(new Frame(frames.removeLast().lines(), READING_TIME));
    }

    private void captureUntil(Pattern screen) throws Exception {
        long end = System.nanoTime() + MAX_COMMAND_TIME.toNanos();
        do {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("the screen does not match " + screen + " after " + MAX_COMMAND_TIME);
            }
            capture();
        } while (!screen.matcher(tmux("capture-pane", "-p")).find());
    }

    /// Adds the screen as a frame, or prolongs the last one if nothing changed.
    private void capture() throws Exception {
        Thread.sleep(INTERVAL);
        List<String> lines = tmux("capture-pane", "-e", "-p").lines().toList();
        if (!frames.isEmpty() && frames.getLast().lines().equals(lines)) {
            Duration shown = frames.removeLast().shown().plus(INTERVAL);
            frames.add(new Frame(lines, shown.compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : shown));
        } else {
            frames.add(new Frame(lines, INTERVAL));
        }
    }

    private String tmux(String... args) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("tmux", "-u", "-L", socket));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + output);
        }
        return output;
    }

    /// Frames one below the other, each line drawn once; an animation moves them past the visible part.
    private static final class Svg {
        private static final double CHAR_WIDTH = 8.4;
        private static final int LINE_HEIGHT = 19;
        private static final int MARGIN = 14;
        private static final Pattern STYLED = Pattern.compile("\\e\\[([0-9;]*)m|[^\\e]+");
        private static final List<String> COLORS =
                List.of("#6e7681", "#ff7b72", "#7ee787", "#e3b341", "#79c0ff", "#d2a8ff", "#76e3ea", "#e6edf3");

        private final List<Frame> frames;
        private final Map<String, Integer> lines = new LinkedHashMap<>();
        private String style = "";

        Svg(List<Frame> frames) {
            this.frames = frames;
        }

        String render() {
            int width = (int) Math.ceil(COLUMNS * CHAR_WIDTH) + 2 * MARGIN;
            int height = LINES * LINE_HEIGHT + 2 * MARGIN;
            Duration total = frames.stream().map(Frame::shown).reduce(Duration.ZERO, Duration::plus);
            var uses = new StringBuilder();
            var keyframes = new StringBuilder();
            Duration start = Duration.ZERO;
            for (int i = 0; i < frames.size(); i++) {
                double percent = 100.0 * start.toMillis() / total.toMillis();
                keyframes.append("%.3f%%{transform:translateY(%dpx)}".formatted(percent, -i * height));
                start = start.plus(frames.get(i).shown());
                style = "";
                List<String> shown = frames.get(i).lines();
                for (int j = 0; j < shown.size(); j++) {
                    String line = line(shown.get(j));
                    if (!line.isEmpty()) {
                        int id = lines.computeIfAbsent(line, _ -> lines.size());
                        int y = i * height + MARGIN + (j + 1) * LINE_HEIGHT - 5;
                        uses.append("<use href=\"#l%d\" y=\"%d\"/>\n".formatted(id, y));
                    }
                }
            }
            var defs = new StringBuilder();
            lines.forEach((line, id) -> defs.append("<g id=\"l%d\">%s</g>\n".formatted(id, line)));
            return """
                    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d">
                    <style>text{font:14px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace}
                    text{fill:#e6edf3;white-space:pre}
                    .b{font-weight:bold}.d{opacity:.65}.u{text-decoration:underline}
                    @keyframes play{%3$s}
                    #frames{animation:play %4$dms step-end infinite}
                    @media (prefers-reduced-motion:reduce){#frames{animation:none;transform:translateY(%5$dpx)}}</style>
                    <defs>
                    %6$s</defs>
                    <rect width="100%%" height="100%%" rx="8" fill="#0d1117"/>
                    <g id="frames">
                    %7$s</g>
                    </svg>
                    """.formatted(
                            width, height, keyframes, total.toMillis(), -(frames.size() - 1) * height, defs, uses);
        }

        /// A line of a frame; its last style holds for the next line too.
        private String line(String text) {
            var svg = new StringBuilder();
            int column = 0;
            for (MatchResult part : STYLED.matcher(text).results().toList()) {
                if (part.group(1) != null) {
                    style = style(part.group(1), style);
                    continue;
                }
                int length = part.group().codePointCount(0, part.group().length());
                if (!part.group().isBlank()) {
                    svg.append("<text x=\"%.1f\" textLength=\"%.1f\"%s>%s</text>"
                            .formatted(MARGIN + column * CHAR_WIDTH, length * CHAR_WIDTH, style, escape(part.group())));
                }
                column += length;
            }
            return svg.toString();
        }

        /// The attributes for the SGR parameters `codes`, which follow text with the attributes `before`.
        private static String style(String codes, String before) {
            var classes = new StringBuilder(before.replaceAll(".*class=\"([^\"]*)\".*|.*", "$1"));
            String fill = before.replaceAll(".*fill:([^\"]*)\".*|.*", "$1");
            for (String code : codes.split(";", -1)) {
                int number = code.isEmpty() ? 0 : Integer.parseInt(code);
                switch (number) {
                    case 0 -> {
                        classes.setLength(0);
                        fill = "";
                    }
                    case 1 -> classes.append(" b");
                    case 2 -> classes.append(" d");
                    case 4 -> classes.append(" u");
                    case 39 -> fill = "";
                    default -> {
                        if (number >= 30 && number <= 37 || number >= 90 && number <= 97) {
                            fill = COLORS.get(number % 10);
                        }
                    }
                }
            }
            return (classes.isEmpty() ? "" : " class=\"%s\"".formatted(classes.toString().strip()))
                    + (fill.isEmpty() ? "" : " style=\"fill:%s\"".formatted(fill));
        }

        private static String escape(String text) {
            return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        }
    }
}
