package dev.rowan.providers.llm;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.call.Attachment;
import dev.rowan.api.call.Calls;
import dev.rowan.providers.attachment.AttachmentField;
import dev.rowan.providers.attachment.AttachmentField.Found;
import dev.rowan.providers.attachment.AttachmentField.UrlContent;
import dev.rowan.providers.attachment.AttachmentLimits;
import dev.rowan.providers.chat.AttachedMedia;
import java.util.ArrayList;
import java.util.Optional;

/// The images and documents of a row, within the limits of the provider, or why they cannot be sent.
sealed interface RowAttachments {
    record Media(AttachedMedia media) implements RowAttachments {}

    record Fails(Reason reason) implements RowAttachments {}

    /// The size of all contents.
    default long bytes() {
        return switch (this) {
            case Media(AttachedMedia media) ->
                media.attachments().stream()
                        .mapToLong(attachment -> attachment.content().size())
                        .sum();
            case Fails _ -> 0;
        };
    }

    /// Downloads what the row names by URL.
    static RowAttachments of(LlmSettings settings, Row row, Calls calls) throws InterruptedException {
        return of(
                settings,
                row,
                (field, url) ->
                        field.of(url, calls.download(url, limits(settings).maxBytes())));
    }

    /// Downloads nothing.
    static RowAttachments planned(LlmSettings settings, Row row) {
        return of(settings, row, (UrlContent<RuntimeException>) AttachmentField::planned);
    }

    private static <X extends Exception> RowAttachments of(LlmSettings settings, Row row, UrlContent<X> urls) throws X {
        if (settings.attachments().isEmpty()) {
            return new Media(AttachedMedia.NONE);
        }
        AttachmentLimits limits = limits(settings);
        var attachments = new ArrayList<Attachment>();
        for (AttachmentField field : settings.attachments()) {
            switch (field.of(row, limits.maxBytes(), urls)) {
                case Found.One(Attachment attachment) -> attachments.add(attachment);
                case Found.Absent _ -> {}
                case Found.Fails(Reason reason) -> {
                    return new Fails(reason);
                }
            }
        }
        Optional<Reason> excess = limits.check(attachments);
        return excess.isPresent()
                ? new Fails(excess.get())
                : new Media(new AttachedMedia(
                        attachments,
                        attachments.stream().mapToLong(limits::tokens).sum()));
    }

    private static AttachmentLimits limits(LlmSettings settings) {
        return switch (settings.target().name().provider()) {
            case NativeProvider.OPENAI, NativeProvider.OPENROUTER, NativeProvider.BEDROCK, NativeProvider.SIMULATOR ->
                AttachmentLimits.OPENAI;
            case CompatibleProvider _ -> AttachmentLimits.OPENAI;
            case NativeProvider.AZURE -> AttachmentLimits.AZURE;
            case NativeProvider.ANTHROPIC -> AttachmentLimits.ANTHROPIC;
            case NativeProvider.GEMINI -> AttachmentLimits.GEMINI;
            case NativeProvider.VERTEX ->
                settings.target().name().isClaude() ? AttachmentLimits.ANTHROPIC : AttachmentLimits.GEMINI;
        };
    }
}
