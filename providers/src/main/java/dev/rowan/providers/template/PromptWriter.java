package dev.rowan.providers.template;

import io.pebbletemplates.pebble.error.PebbleException;
import java.io.Writer;

/// Writes a prompt up to its maximum length. Owned by the rendering thread.
///
/// Pebble's own limit copies every piece.
final class PromptWriter extends Writer {
    /// Enough characters for most prompts.
    private static final int ROOM = 512;

    private final StringBuilder text = new StringBuilder(ROOM);

    @Override
    public void write(char[] from, int start, int length) {
        limit(length);
        text.append(from, start, length);
    }

    @Override
    public void write(String from) {
        limit(from.length());
        text.append(from);
    }

    @Override
    public void write(String from, int start, int length) {
        limit(length);
        text.append(from, start, start + length);
    }

    private void limit(int more) {
        if (text.length() + more > RenderBudget.MAX_TEXT) {
            throw new PebbleException(null, "the prompt is longer than " + RenderBudget.MAX_TEXT + " characters");
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}

    @Override
    public String toString() {
        return text.toString();
    }
}
