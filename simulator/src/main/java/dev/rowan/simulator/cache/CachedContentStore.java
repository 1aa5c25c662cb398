package dev.rowan.simulator.cache;

import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.json.JsonObjects;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The explicit caches of all keys.
///
/// Shared state, guarded by `lock`: the caches, by name.
public final class CachedContentStore {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Stored> all = new LinkedHashMap<>();
    private long created;

    /// A cache: whose it is, what it holds, and until when.
    public record Stored(
            String name,
            String key,
            String model,
            Optional<String> displayName,
            @Nullable Object system,
            List<?> contents,
            long tokens,
            Instant since,
            Instant expires) {

        /// A request that continues what is cached, as if it had carried it: the last text here and the first one there
        /// are one message.
        public Fields continued(Fields body) {
            var whole = new LinkedHashMap<String, @Nullable Object>(body.all());
            whole.remove("cachedContent");
            if (system != null) {
                whole.put("systemInstruction", system);
            }
            var texts = new ArrayList<@Nullable Object>(contents);
            List<?> own = body.list("contents").orElse(List.of());
            if (!texts.isEmpty() && !own.isEmpty()) {
                var parts = new ArrayList<@Nullable Object>();
                for (@Nullable Object content : Arrays.asList(texts.removeLast(), own.getFirst())) {
                    Fields.of(content).flatMap(fields -> fields.list("parts")).ifPresent(parts::addAll);
                }
                texts.add(JsonObjects.object("role", "user", "parts", parts));
                texts.addAll(own.subList(1, own.size()));
            } else {
                texts.addAll(own);
            }
            whole.put("contents", texts);
            return new Fields(whole);
        }

        boolean isFor(String asking, Instant now) {
            return key.equals(asking) && now.isBefore(expires);
        }
    }

    /// A number that no other cache has.
    public long next() {
        lock.lock();
        try {
            return ++created;
        } finally {
            lock.unlock();
        }
    }

    public void add(Stored stored) {
        lock.lock();
        try {
            all.put(stored.name(), stored);
        } finally {
            lock.unlock();
        }
    }

    public Optional<Stored> find(String key, String name, Instant now) {
        lock.lock();
        try {
            return Optional.ofNullable(all.get(name)).filter(stored -> stored.isFor(key, now));
        } finally {
            lock.unlock();
        }
    }

    public List<Stored> list(String key, Instant now) {
        lock.lock();
        try {
            return all.values().stream()
                    .filter(stored -> stored.isFor(key, now))
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    public void remove(String name) {
        lock.lock();
        try {
            all.remove(name);
        } finally {
            lock.unlock();
        }
    }

    /// An independent copy.
    public CachedContentStore copy() {
        var copy = new CachedContentStore();
        lock.lock();
        try {
            copy.all.putAll(all);
            copy.created = created;
        } finally {
            lock.unlock();
        }
        return copy;
    }

    public void reset() {
        lock.lock();
        try {
            all.clear();
        } finally {
            lock.unlock();
        }
    }
}
