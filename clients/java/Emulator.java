package tristore;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Starts tristore-emulator and controls it from tests. Only needs the JDK (11 or newer). Bodies and faults are either
 * Strings of JSON or YAML, or data: maps, lists and the like. Answers are maps and lists.
 */
public final class Emulator implements AutoCloseable {
  // From the starter seed of the image. The keys have full access.
  public static final String NAMESPACE = "ns_demo_starter";
  public static final String KV_KEY = "kv_admin_demo";
  public static final String STORE = "ec_demo_starter";
  public static final String CONFIG_KEY = "kv_admin_config";
  public static final String DB_KEY = "db_demo";

  /** A rejected call, with the status and code of the answer. The status is 0 if there was no answer. */
  public static final class EmulatorException extends RuntimeException {
    private static final long serialVersionUID = 1;
    public final int status;
    public final String code;

    EmulatorException(int status, String code, String message, Throwable cause) {
      super(message, cause);
      this.status = status;
      this.code = code;
    }
  }

  /** For start() and world(), but world() only uses the seed and the clock. */
  public static final class Options {
    private final List<String> env = new ArrayList<>();
    private String seed;
    private Instant clock;
    private String adminToken;

    /** A file, or YAML or JSON, which contains a line break or a colon and a space, or starts with a brace. */
    public Options seed(String seed) {
      this.seed = seed;
      return this;
    }

    /** Freezes the clock there until you move it. */
    public Options clock(Instant clock) {
      this.clock = clock;
      return env("EMULATOR_CLOCK", clock.toString()).env("EMULATOR_FREEZE", "1");
    }

    /** YAML or JSON, e.g. "{kv: {putStatus: 201}}". */
    public Options profile(String profile) {
      return env("EMULATOR_PROFILE", profile);
    }

    public Options adminToken(String token) {
      this.adminToken = token;
      return env("EMULATOR_ADMIN_TOKEN", token);
    }

    public Options env(String name, String value) {
      env.add("--env=" + name + "=" + value);
      return this;
    }
  }

  // The emulator is on this machine, so bypass any proxy.
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).proxy(HttpClient.Builder.NO_PROXY).build();

  public final String baseUrl;
  public final String dbBaseUrl;
  private final String adminToken;
  private final Set<Object> added = ConcurrentHashMap.newKeySet();
  private Runnable end;

  private Emulator(String baseUrl, String dbBaseUrl, String adminToken, Runnable end) {
    this.baseUrl = baseUrl.replaceAll("/+$", "");
    this.dbBaseUrl = dbBaseUrl.replaceAll("/+$", "");
    this.adminToken = adminToken;
    this.end = end;
  }

  /** Returns a client for an address such as "http://127.0.0.1:4600". */
  public static Emulator connect(String baseUrl) {
    return connect(baseUrl, null);
  }

  public static Emulator connect(String baseUrl, String adminToken) {
    return new Emulator(baseUrl, baseUrl, adminToken, () -> {});
  }

  public static Emulator start(String image) {
    return start(image, new Options());
  }

  /** Runs the image with docker on a free port, until close() or the end of this process. */
  public static Emulator start(String image, Options options) {
    List<String> hosts = engineHosts();
    String name = "tristore-emulator-" + UUID.randomUUID().toString().substring(0, 8);
    String publish = hosts.equals(List.of("127.0.0.1")) ? "127.0.0.1::4600" : "4600";
    List<String> command = new ArrayList<>(List.of("docker", "run", "--interactive", "--rm", "--no-healthcheck",
        "--label=tristore-emulator=client", "--name=" + name, "--publish=" + publish,
        "--env=EMULATOR_LOG=off", "--env=EMULATOR_UNTIL_STDIN_ENDS=1"));
    if (!hosts.get(0).startsWith("[")) command.add("--env=EMULATOR_ALLOW_HOST=" + hosts.get(0));
    command.addAll(options.env); // The last value of a variable wins.
    command.add(image);
    return checked(() -> {
      File log = File.createTempFile("tristore-emulator", ".log");
      Process process = run(command, log);
      try {
        String baseUrl = untilUp(process, name, hosts, log);
        Emulator emulator =
            new Emulator(baseUrl, baseUrl, options.adminToken, () -> stop(process, name));
        if (options.seed != null) emulator.putSeed(options.seed);
        return emulator;
      } catch (IOException | InterruptedException | RuntimeException error) {
        stop(process, name);
        throw error;
      } finally {
        log.delete();
      }
    });
  }

  public Emulator world() {
    return world(new Options());
  }

  /** Creates an isolated emulator for one test, with its own data, clock and faults. close() deletes it. */
  public Emulator world(Options options) {
    Map<String, Object> given = new LinkedHashMap<>();
    if (options.clock != null) given.put("clock", Map.of("now", options.clock, "freeze", true));
    Map<?, ?> made = (Map<?, ?>) withContent(options.seed, content -> {
      if (content != null) given.put("seed", content);
      return call("POST", "/worlds", given);
    });
    return new Emulator((String) made.get("baseUrl"), (String) made.get("dbBaseUrl"), adminToken,
        () -> call("DELETE", "/worlds/" + made.get("id"), null));
  }

  /** Sets the clock, and freezes it. Returns the new time. */
  public Instant setClock(Instant instant) {
    return setClock(instant, true, false);
  }

  /** Sets the clock. Going back takes force. */
  public Instant setClock(Instant instant, boolean freeze, boolean force) {
    return move(Map.of("set", instant, "freeze", freeze, "force", force));
  }

  /** Moves the clock forward. Returns the new time. */
  public Instant advance(Duration duration) {
    return move(Map.of("advance", duration));
  }

  /** Moves the clock forward, e.g. by "90s", "15m", "2d" or "P1M". */
  public Instant advance(String duration) {
    return move(Map.of("advance", duration));
  }

  /** Moves the clock to "next-expiry" or "next-month". Returns the new time. */
  public Instant advanceTo(String event) {
    return advanceTo(event, Duration.ZERO);
  }

  /** Duration.ofMillis(-1) stops just before the event. */
  public Instant advanceTo(String event, Duration plus) {
    return move(Map.of("to", event, "plus", plus));
  }

  /** Adds a fault, e.g. "{match: {operation: kv.put}, status: 503, times: 1}". Returns its id. */
  public String addFault(Object fault) {
    return addFaults(fault).get(0);
  }

  /** Returns their ids. */
  public List<String> addFaults(Object faults) {
    Map<?, ?> answer = (Map<?, ?>) call("POST", "/faults", faults);
    List<?> each = answer.containsKey("faults") ? (List<?>) answer.get("faults") : List.of(answer);
    List<String> ids = each.stream().map(fault -> (String) ((Map<?, ?>) fault).get("id")).collect(Collectors.toList());
    added.addAll(ids);
    return ids;
  }

  public void removeFault(String id) {
    call("DELETE", "/faults/" + id, null);
  }

  /** Waits up to two seconds for a held request whose "number" is higher than `after`. */
  public Map<String, Object> held(String faultId, int after) {
    List<Map<String, Object>> held = list("held", "/held?fault=" + encoded(faultId) + "&after=" + after + "&wait=2000");
    if (!held.isEmpty()) return held.get(0);
    throw new EmulatorException(0, "nothing_held", "no request was held by " + faultId + " in 2 s", null);
  }

  public void release(String requestId) {
    release(requestId, Map.of());
  }

  /** Ends a held request with e.g. "{status: 503}" or "{connection: reset}". */
  public void release(String requestId, Object end) {
    call("POST", "/held/" + requestId, end);
  }

  /** Newest first. Filter with e.g. requests(Map.of("operation", "kv.*", "status", "4xx")). */
  public List<Map<String, Object>> requests(Map<String, ?> filters) {
    String query = filters.entrySet().stream().map(filter -> filter.getKey() + "=" + encoded(filter.getValue()))
        .collect(Collectors.joining("&"));
    return list("requests", "/requests?" + query);
  }

  /** Returns the current state as a seed. */
  @SuppressWarnings("unchecked")
  public Map<String, Object> state() {
    return (Map<String, Object>) call("GET", "/state", null);
  }

  /** Merges a seed into the current state. */
  public void mergeState(String seed) {
    withContent(seed, content -> call("PATCH", "/state", content));
  }

  /** Replaces everything with a seed (see Options), which reset() then goes back to. */
  public void putSeed(String seed) {
    withContent(seed, content -> call("PUT", "/seed", content));
    added.clear();
  }

  /** Goes back to the seed: data, clock, faults and journal. */
  public void reset() {
    call("POST", "/reset", null);
    added.clear();
  }

  /**
   * Deletes the world, or stops the container.
   *
   * @throws EmulatorException if a fault added here never fired, unless it has "optional": true
   */
  @Override
  public void close() {
    Runnable ending = end;
    end = () -> added.clear();
    List<String> unfired = new ArrayList<>();
    try {
      if (!added.isEmpty()) list("faults", "/faults").stream().filter(this::isUnfired).forEach(fault -> unfired.add(
          fault.get("id") + " " + json(fault.get("match")) + " never fired; " + fault.get("matches") + " requests match"));
    } finally {
      added.clear();
      ending.run();
    }
    if (unfired.isEmpty()) return;
    String message = String.join("\n", unfired) + "\noptional: true allows that";
    throw new EmulatorException(0, "unfired_fault", message, null);
  }

  private boolean isUnfired(Map<String, Object> fault) {
    return added.contains(fault.get("id")) && ((Number) fault.get("hits")).longValue() == 0
        && !Boolean.TRUE.equals(fault.get("optional"));
  }

  /** Makes any admin call, e.g. call("GET", "/usage", null). Returns null if the answer is empty. */
  public Object call(String method, String path, Object body) {
    String text = body == null ? "" : body instanceof String ? (String) body : json(body);
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(baseUrl + "/_admin" + path))
        .timeout(Duration.ofSeconds(30)).method(method, BodyPublishers.ofString(text));
    if (adminToken != null) request.header("Authorization", "Bearer " + adminToken);
    HttpResponse<String> response;
    try {
      response = checked(() -> HTTP.send(request.build(), BodyHandlers.ofString()));
    } catch (UncheckedIOException error) {
      String message = method + " " + baseUrl + "/_admin" + path + ": " + error.getCause();
      throw new EmulatorException(0, "no_emulator", message, error.getCause());
    }
    int status = response.statusCode();
    if (status < 300) return response.body().isEmpty() ? null : new JsonReader(response.body()).read();
    String call = method + " /_admin" + path + ": ";
    try {
      Map<?, ?> refusal = (Map<?, ?>) new JsonReader(response.body()).read();
      String hint = refusal.get("hint") == null ? "" : "\n" + refusal.get("hint");
      String code = refusal.get("error").toString();
      throw new EmulatorException(status, code, call + refusal.get("message") + " (" + status + " " + code + ")" + hint, null);
    } catch (IllegalArgumentException | ClassCastException | NullPointerException error) {
      throw new EmulatorException(status, "no_emulator", call + status + " " + response.body(), error);
    }
  }

  @SuppressWarnings("unchecked")
  private List<Map<String, Object>> list(String name, String path) {
    return (List<Map<String, Object>>) ((Map<?, ?>) call("GET", path, null)).get(name);
  }

  private Instant move(Map<String, ?> body) {
    return Instant.ofEpochMilli(((Number) ((Map<?, ?>) call("POST", "/clock", body)).get("now")).longValue());
  }

  private static String encoded(Object value) {
    return URLEncoder.encode(String.valueOf(value), StandardCharsets.UTF_8);
  }

  /** Passes on the text of a seed. If it's in a file, errors name the file. */
  private static Object withContent(String seed, Function<String, Object> use) {
    if (seed == null || Pattern.compile("\n|^\\s*\\{|:\\s").matcher(seed).find()) return use.apply(seed);
    String content = checked(() -> Files.readString(Path.of(seed)));
    try {
      return use.apply(content);
    } catch (EmulatorException error) {
      throw new EmulatorException(error.status, error.code, seed + ": " + error.getMessage(), error);
    }
  }

  private interface Work<T> {
    T run() throws IOException, InterruptedException;
  }

  private static <T> T checked(Work<T> work) {
    try {
      return work.run();
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw new EmulatorException(0, "interrupted", "the thread was interrupted", error);
    }
  }

  /** Returns the hosts where the engine may publish ports, by the rules of Testcontainers. */
  private static List<String> engineHosts() {
    String override = System.getenv("TESTCONTAINERS_HOST_OVERRIDE");
    if (override != null && !override.isEmpty()) return List.of(override);
    String engine = System.getenv().getOrDefault("DOCKER_HOST", "");
    Matcher named = Pattern.compile("^\\w+://(?:[^@/]*@)?(\\[[^]]*\\]|[^:/]+)").matcher(engine);
    if (named.find()) return List.of(named.group(1));
    if (!Files.exists(Path.of("/.dockerenv"))) return List.of("127.0.0.1");
    Matcher route = Pattern.compile("\t00000000\t(..)(..)(..)(..)\t").matcher(
        checked(() -> Files.readString(Path.of("/proc/net/route"))));
    if (!route.find()) return List.of("127.0.0.1");
    // Usually the engine's machine, unless the engine runs in this container, too.
    return List.of("127.0.0.1", List.of(4, 3, 2, 1).stream()
        .map(part -> "" + Integer.parseInt(route.group(part), 16)).collect(Collectors.joining(".")));
  }

  private static Process run(List<String> command, File log) {
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start();
    } catch (IOException error) {
      String hint = "Install it, or connect to a running emulator: Emulator.connect(\"http://127.0.0.1:4600\")";
      throw new EmulatorException(0, "start_failed", "can't run docker: " + error.getMessage() + "\n" + hint, error);
    }
  }

  /** Waits until the container answers, and returns its address. */
  private static String untilUp(Process process, String name, List<String> hosts, File log)
      throws IOException, InterruptedException {
    String port = "";
    long deadline = 0;
    for (String reason = null;; Thread.sleep(50)) {
      if (!process.isAlive()) {
        reason = "it ended with status " + process.exitValue();
      } else if (port.isEmpty()) {
        Process asking = new ProcessBuilder("docker", "port", name, "4600/tcp").redirectError(ProcessBuilder.Redirect.DISCARD).start();
        port = new String(asking.getInputStream().readAllBytes()).replaceAll("(?s)\n.*", "").replaceAll(".*:", "");
        deadline = System.nanoTime() + 30_000_000_000L;
      } else if (System.nanoTime() > deadline) {
        reason = "nothing answers on port " + port + " of " + String.join(" or ", hosts) + "; set TESTCONTAINERS_HOST_OVERRIDE";
      }
      if (reason != null) {
        String printed = Files.readString(log.toPath()).trim();
        throw new EmulatorException(0, "start_failed", "the container did not start: " + reason + "\n" + printed, null);
      }
      for (String host : port.isEmpty() ? List.<String>of() : hosts) {
        String baseUrl = "http://" + host + ":" + port;
        URI health = URI.create(baseUrl + "/_admin/health");
        try {
          HttpRequest asking = HttpRequest.newBuilder(health).timeout(Duration.ofSeconds(5)).build();
          if (HTTP.send(asking, BodyHandlers.discarding()).statusCode() == 200) return baseUrl;
        } catch (IOException error) {
          // It isn't up yet, or isn't at this address.
        }
      }
    }
  }

  /** Closes the container's standard input, which ends it, or else removes it by force. */
  private static void stop(Process process, String name) {
    checked(() -> {
      process.getOutputStream().close();
      if (process.waitFor(10, TimeUnit.SECONDS)) return true;
      new ProcessBuilder("docker", "rm", "--force", name).start().waitFor();
      return process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    });
  }

  private static String json(Object value) {
    if (value == null || value instanceof Boolean || value instanceof Number) return String.valueOf(value);
    if (value instanceof Duration) return "\"" + ((Duration) value).toMillis() + "ms\"";
    if (value instanceof Map) return ((Map<?, ?>) value).entrySet().stream()
        .map(entry -> json(entry.getKey()) + ":" + json(entry.getValue())).collect(Collectors.joining(",", "{", "}"));
    if (value instanceof Collection) return ((Collection<?>) value).stream().map(Emulator::json).collect(Collectors.joining(",", "[", "]"));
    StringBuilder text = new StringBuilder("\"");
    for (char each : value.toString().toCharArray()) {
      if (each < ' ' || each == '"' || each == '\\') text.append(String.format("\\u%04x", (int) each));
      else text.append(each);
    }
    return text.append('"').toString();
  }

  /** Reads JSON into maps, lists, strings, booleans, nulls, and numbers as Long or Double. */
  private static final class JsonReader {
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?([eE][-+]?\\d+)?");
    private final String text;
    private int at;

    JsonReader(String text) {
      this.text = text;
    }

    Object read() {
      Object value = value();
      if (next() == 0) return value;
      throw unexpected();
    }

    private Object value() {
      switch (next()) {
        case '{':
          Map<String, Object> map = new LinkedHashMap<>();
          for (at++; !skips('}'); skips(',')) {
            next();
            String name = string();
            if (!skips(':')) throw unexpected();
            map.put(name, value());
          }
          return map;
        case '[':
          List<Object> list = new ArrayList<>();
          for (at++; !skips(']'); skips(',')) list.add(value());
          return list;
        case '"':
          return string();
        default:
          for (String word : List.of("true", "false", "null")) {
            if (!text.startsWith(word, at)) continue;
            at += word.length();
            return word.equals("null") ? null : (Object) word.equals("true");
          }
          Matcher number = NUMBER.matcher(text).region(at, text.length());
          if (!number.lookingAt()) throw unexpected();
          at = number.end();
          boolean isWhole = number.group(1) == null && number.group(2) == null && number.group().length() < 19;
          return isWhole ? (Object) Long.valueOf(number.group()) : (Object) Double.valueOf(number.group());
      }
    }

    private String string() {
      StringBuilder string = new StringBuilder();
      for (at++; at < text.length(); at++) {
        char each = text.charAt(at);
        if (each == '"') {
          at++;
          return string.toString();
        }
        if (each == '\\') {
          int escape = "\"\\/bfnrt".indexOf(text.charAt(++at));
          each = escape < 0 ? (char) Integer.parseInt(text.substring(at + 1, at += 5), 16) : "\"\\/\b\f\n\r\t".charAt(escape);
          if (escape < 0) at--;
        }
        string.append(each);
      }
      throw unexpected();
    }

    /** Returns the next character that isn't white space, or 0 at the end. */
    private char next() {
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
      return at < text.length() ? text.charAt(at) : 0;
    }

    private boolean skips(char wanted) {
      if (next() != wanted) return false;
      at++;
      return true;
    }

    private IllegalArgumentException unexpected() {
      return new IllegalArgumentException("this is not JSON at " + at + ": " + text);
    }
  }
}
