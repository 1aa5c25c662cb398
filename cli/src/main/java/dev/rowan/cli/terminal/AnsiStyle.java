package dev.rowan.cli.terminal;

/// Colours text if colours are enabled.
public record AnsiStyle(boolean colour) {
    private static final String ESCAPE = "\u001b[";

    public String bold(String text) {
        return paint("1", text);
    }

    public String dim(String text) {
        return paint("2", text);
    }

    public String red(String text) {
        return paint("31", text);
    }

    public String green(String text) {
        return paint("32", text);
    }

    public String yellow(String text) {
        return paint("33", text);
    }

    /// An outcome or status in its colour; padding is kept.
    public String status(String word) {
        return status(word, word.strip());
    }

    /// A text in the colour of the status `word`.
    public String status(String text, String word) {
        return switch (word) {
            case "completed", "answered", "settled" -> green(text);
            case "failed", "quarantined", "indeterminate", "killed", "unknown", "held", "completed, all failed" ->
                red(text);
            case "blocked",
                    "discarded",
                    "interrupted",
                    "limited",
                    "running",
                    "rejected",
                    "not_sent",
                    "waiting",
                    "abandoned" -> yellow(text);
            default -> text;
        };
    }

    private String paint(String code, String text) {
        return colour && !text.isEmpty() ? ESCAPE + code + "m" + text + ESCAPE + "0m" : text;
    }
}
