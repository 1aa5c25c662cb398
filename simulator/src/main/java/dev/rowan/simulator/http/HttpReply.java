package dev.rowan.simulator.http;

import java.util.ArrayList;
import java.util.List;

/// One HTTP reply and how it is sent.
public record HttpReply(int status, List<Header> headers, Content content, ReplyDelivery delivery) {

    public HttpReply {
        headers = List.copyOf(headers);
    }

    public static HttpReply of(int status, String contentType, Content content) {
        return new HttpReply(
                status, List.of(new Header("content-type", contentType)), content, new ReplyDelivery.Whole());
    }

    public static HttpReply json(int status, byte[] body) {
        return of(status, "application/json", Content.of(body));
    }

    public static HttpReply plain(int status, String text) {
        return of(status, "text/plain; charset=utf-8", Content.of(text));
    }

    public HttpReply with(ReplyDelivery other) {
        return new HttpReply(status, headers, content, other);
    }

    /// This reply with another body of the type `contentType`.
    public HttpReply with(String contentType, Content other) {
        var changed = new ArrayList<Header>();
        changed.add(new Header("content-type", contentType));
        headers.stream().filter(header -> !header.name().equals("content-type")).forEach(changed::add);
        return new HttpReply(status, changed, other, delivery);
    }

    public HttpReply plus(List<Header> more) {
        var all = new ArrayList<>(headers);
        all.addAll(more);
        return new HttpReply(status, all, content, delivery);
    }
}
