package dev.rowan.transforms.extract;

import dev.rowan.api.Reason;
import java.util.List;

/// The text of a document by page, or why there is none.
sealed interface Extraction {
    record Pages(List<String> texts) implements Extraction {
        public Pages {
            texts = List.copyOf(texts);
        }
    }

    record Failed(Reason reason) implements Extraction {}

    static Extraction failed(String code, String message) {
        return new Failed(Reason.of(code, message));
    }

    /// `unreadable_document`: the library cannot read it, or it is damaged.
    static Extraction unreadable(String kind, Throwable why) {
        String message = why.getMessage() == null ? why.getClass().getSimpleName() : why.getMessage();
        return failed("unreadable_document", "the " + kind + " document is damaged or not supported: " + message);
    }
}
