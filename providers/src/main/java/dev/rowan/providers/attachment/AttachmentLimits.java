package dev.rowan.providers.attachment;

import dev.rowan.api.Reason;
import dev.rowan.api.call.Attachment;
import java.util.List;
import java.util.Optional;

/// What a provider accepts and counts, as of November 2026; docs/plugins-documents.md says where each figure is from. A
/// service that refuses more says so itself, and the row fails.
///
/// `imageBytes` and `pdfBytes` bound one attachment, `requestBytes` all of a request in base64; `imageTokens` and
/// `pageTokens` are the usual maximum of an image and of a page of a PDF document.
public record AttachmentLimits(
        String provider, long imageBytes, long pdfBytes, long requestBytes, int imageTokens, int pageTokens) {
    private static final long MB = 1_000_000;
    private static final long MIB = 1 << 20;

    /// A PDF document has about as many bytes a page, if its pages cannot be counted.
    private static final int PAGE_BYTES = 50_000;

    public static final AttachmentLimits OPENAI =
            new AttachmentLimits("OpenAI", 50 * MB, 50 * MB, 50 * MB, 1_500, 2_000);
    public static final AttachmentLimits AZURE =
            new AttachmentLimits("Azure OpenAI", 20 * MIB, 50 * MB, 50 * MB, 1_500, 2_000);

    /// The service compares the length in base64 with 5 MiB.
    public static final AttachmentLimits ANTHROPIC =
            new AttachmentLimits("Anthropic", 5 * MIB * 3 / 4, 32 * MB * 3 / 4, 32 * MB, 1_600, 3_000);
    public static final AttachmentLimits GEMINI =
            new AttachmentLimits("Gemini", 20 * MB * 3 / 4, 20 * MB * 3 / 4, 20 * MB, 1_300, 300);

    /// The largest attachment of any kind.
    public long maxBytes() {
        return Math.max(imageBytes, pdfBytes);
    }

    /// Why these attachments cannot be sent together.
    public Optional<Reason> check(List<Attachment> attachments) {
        long all = 0;
        for (Attachment attachment : attachments) {
            long size = attachment.content().size();
            long max = isImage(attachment) ? imageBytes : pdfBytes;
            if (size > max) {
                return Optional.of(tooLarge("the attachment " + attachment.reference(), size, max));
            }
            all += (size + 2) / 3 * 4;
        }
        return all > requestBytes
                ? Optional.of(tooLarge("the attachments of a request in base64", all, requestBytes))
                : Optional.empty();
    }

    private Reason tooLarge(String what, long size, long max) {
        return Reason.of(
                        "attachment_too_large",
                        "%s: %,d bytes, and %s accepts %,d; make it smaller before"
                                .formatted(what, size, provider, max))
                .with("size", size)
                .with("max", max);
    }

    /// The tokens that an attachment is estimated to take.
    public long tokens(Attachment attachment) {
        return isImage(attachment)
                ? imageTokens
                : pageTokens * Math.max(1L, attachment.content().size() / PAGE_BYTES);
    }

    private static boolean isImage(Attachment attachment) {
        return MediaKind.ofType(attachment.mediaType()).map(MediaKind::isImage).orElse(false);
    }
}
