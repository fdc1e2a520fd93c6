# frozen_string_literal: true

# Lets RubyLLM run on Debian's packages alone (ActiveRecord 6.1, Faraday 1.1), where RubyGems cannot be reached. This is the
# transport and one changed signature; what the gem writes is written by the gem.

require 'logger'
require 'faraday'
require 'active_record'
require 'json'

# Faraday 1.1 holds these itself.
module Kernel
  alias require_for_debian require
  def require(name)
    %w[faraday/multipart faraday/retry].include?(name) ? false : require_for_debian(name)
  end
end

module Faraday
  Retry = Module.new unless const_defined?(:Retry)
  Retry.const_set(:Middleware, Faraday::Request::Retry)

  # What faraday 2 brings: bodies are JSON.
  class JsonRequest < Faraday::Middleware
    def call(env)
      unless env[:body].nil? || env[:body].is_a?(String)
        env[:request_headers]['Content-Type'] = 'application/json'
        env[:body] = ::JSON.generate(env[:body])
      end
      @app.call(env)
    end
  end

  # And answers are read as JSON.
  class JsonResponse < Faraday::Response::Middleware
    def on_complete(env)
      type = env[:response_headers]['content-type'].to_s
      env[:body] = ::JSON.parse(env[:body]) if type.include?('json') && env[:body].is_a?(String) && !env[:body].empty?
    end
  end

  Request.register_middleware(json: JsonRequest)
  Response.register_middleware(json: JsonResponse)
end

# Rails 7 takes the records when the preloader is made.
class EarlyPreloader < ActiveRecord::Associations::Preloader
  def self.new(records: nil, associations: nil)
    preloader = super()
    records ? Struct.new(:preloader, :records, :associations) { def call = preloader.preload(records, associations) }
                    .new(preloader, records, associations) : preloader
  end
end
ActiveRecord::Associations.send(:remove_const, :Preloader)
ActiveRecord::Associations.const_set(:Preloader, EarlyPreloader)
