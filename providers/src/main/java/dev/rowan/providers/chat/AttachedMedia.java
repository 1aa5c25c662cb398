package dev.rowan.providers.chat;

import dev.rowan.api.call.Attachment;
import java.util.List;

/// The images and documents of a request, and how many tokens they are estimated to take.
public record AttachedMedia(List<Attachment> attachments, long tokens) {
    public static final AttachedMedia NONE = new AttachedMedia(List.of(), 0);

    public AttachedMedia {
        attachments = List.copyOf(attachments);
    }
}
