package dev.rowan.providers.llm;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.call.Attachment;
import dev.rowan.providers.attachment.AttachmentField;
import dev.rowan.providers.attachment.AttachmentField.Found;
import dev.rowan.providers.attachment.AttachmentLimits;
import dev.rowan.providers.chat.AttachedMedia;
import java.util.ArrayList;
import java.util.Optional;

/// The images and documents of a row, within the limits of the provider, or why they cannot be sent.
sealed interface RowAttachments {
    record Media(AttachedMedia media) implements RowAttachments {}

    record Fails(Reason reason) implements RowAttachments {}

    static RowAttachments of(LlmSettings settings, Row row) {
        if (settings.attachments().isEmpty()) {
            return new Media(AttachedMedia.NONE);
        }
        AttachmentLimits limits = limits(settings.target().name().provider());
        var attachments = new ArrayList<Attachment>();
        for (AttachmentField field : settings.attachments()) {
            switch (field.of(row, limits.maxBytes())) {
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

    private static AttachmentLimits limits(Provider provider) {
        return switch (provider) {
            case OPENAI, OPENROUTER, SIMULATOR -> AttachmentLimits.OPENAI;
            case AZURE -> AttachmentLimits.AZURE;
            case ANTHROPIC -> AttachmentLimits.ANTHROPIC;
            case GEMINI -> AttachmentLimits.GEMINI;
        };
    }
}
