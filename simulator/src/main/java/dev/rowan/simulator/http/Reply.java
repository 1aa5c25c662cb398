package dev.rowan.simulator.http;

import java.util.ArrayList;
import java.util.List;

/// One HTTP reply and the way it leaves.
public record Reply(int status, List<Header> headers, Content content, Delivery delivery) {

    public Reply {
        headers = List.copyOf(headers);
    }

    public static Reply of(int status, String contentType, Content content) {
        return new Reply(status, List.of(new Header("content-type", contentType)), content, new Delivery.Whole());
    }

    public static Reply json(int status, byte[] body) {
        return of(status, "application/json", Content.of(body));
    }

    public static Reply plain(int status, String text) {
        return of(status, "text/plain; charset=utf-8", Content.of(text));
    }

    public Reply with(Delivery other) {
        return new Reply(status, headers, content, other);
    }

    /// This reply with another body of the type `contentType`.
    public Reply with(String contentType, Content other) {
        var changed = new ArrayList<Header>();
        changed.add(new Header("content-type", contentType));
        headers.stream().filter(header -> !header.name().equals("content-type")).forEach(changed::add);
        return new Reply(status, changed, other, delivery);
    }

    public Reply plus(List<Header> more) {
        var all = new ArrayList<>(headers);
        all.addAll(more);
        return new Reply(status, all, content, delivery);
    }
}
