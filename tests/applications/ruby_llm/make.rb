# frozen_string_literal: true

# A gardener's application with RubyLLM: the gem's own migrations, `acts_as_chat`, and a model that says what script.json
# holds. Run by make.sh: ruby make.rb DATABASE ENDPOINT.

require 'logger'
require 'erb'
require 'active_record'
require 'active_support/all'
require 'ruby_llm'

database, endpoint = ARGV
library = $LOADED_FEATURES.find { |file| file.end_with?('/ruby_llm.rb') }.delete_suffix('/ruby_llm.rb')
second = File.exist?("#{library}/ruby_llm/active_record/tool_call.rb")

RubyLLM.configure do |config|
  config.openai_api_key = 'none'
  config.openai_api_base = endpoint
  config.use_new_acts_as = true if config.respond_to?(:use_new_acts_as=)
  config.log_level = Logger::WARN if config.respond_to?(:log_level=)
end

ActiveRecord::Base.establish_connection(adapter: 'sqlite3', database: database)
ActiveRecord.default_timezone = :utc if ActiveRecord.respond_to?(:default_timezone=)
ActiveRecord::Migration.verbose = false

# What the generator knows when it fills its templates in, with its default names.
class Template
  def initialize(path) = @path = path
  def chat_table_name = 'chats'
  def message_table_name = 'messages'
  def tool_call_table_name = 'tool_calls'
  def model_table_name = 'models'
  def chat_model_name = 'Chat'
  def message_model_name = 'Message'
  def tool_call_model_name = 'ToolCall'
  def model_model_name = 'Model'
  def reference_type = 'bigint'
  def postgresql? = false
  def mysql? = false
  def migration_version = "[#{ActiveRecord::Migration.current_version}]"
  def create_migration_class_name(table) = "Create#{table.camelize}"
  def usage_operations_sql = sql(RubyLLM::Usage::Entry::OPERATIONS)
  def usage_statuses_sql = sql(RubyLLM::Usage::Entry::STATUSES)
  def sql(values) = values.map { |value| "'#{value}'" }.join(', ')
  def read = ERB.new(File.read(@path), trim_mode: '-').result(binding)
end

def migrate(library, name)
  code = Template.new("#{library}/generators/ruby_llm/install/templates/#{name}_migration.rb.tt").read
  eval(code) # rubocop:disable Security/Eval
  Object.const_get(code[/class (\w+)/, 1]).migrate(:up)
end

if second
  %w[create_ruby_llm_records create_chats create_messages].each { |name| migrate(library, name) }
  %w[payload_helpers model tool_call usage batch chat_methods message_methods acts_as].each do |part|
    require "ruby_llm/active_record/#{part}"
  end
else
  %w[create_chats create_messages create_tool_calls create_models
     add_references_to_chats_tool_calls_and_messages].each { |name| migrate(library, name) }
  %w[payload_helpers chat_methods message_methods model_methods tool_call_methods acts_as].each do |part|
    require "ruby_llm/active_record/#{part}"
  end
end
ActiveRecord::Base.include RubyLLM::ActiveRecord::ActsAs

class Chat < ActiveRecord::Base
  acts_as_chat
end

class Message < ActiveRecord::Base
  acts_as_message
end

unless second
  class ToolCall < ActiveRecord::Base
    acts_as_tool_call
  end

  class Model < ActiveRecord::Base
    acts_as_model
  end
end

class Weather < RubyLLM::Tool
  description 'The weather of a city'

  def execute(city:)
    city == 'Atlantis' ? { error: 'there is no such city' } : { city: city, degrees: 17, sky: 'clear' }
  end
end

class SaveNote < RubyLLM::Tool
  description 'Saves a note'

  def execute(title:, text:) = { saved: true, title: title }
end

class ReadBed < RubyLLM::Tool
  description 'What grows in a bed'

  def execute(bed:) = "In the #{bed} bed: leeks in four rows, sown in March, and broad beans."
end

script = JSON.parse(File.read("#{__dir__}/script.json"))
chat = nil
script.each_key do |question|
  # What begins with "And", or thanks, goes on with the conversation before it; the others open their own.
  unless chat && question.start_with?('And', 'Thank')
    chat = Chat.new(assume_model_exists: true)
    chat.model_id = 'demo-model'
    chat.provider = 'openai'
    chat.save!
    chat.protocol = :chat_completions if chat.respond_to?(:protocol=)
    chat.with_tools(Weather, SaveNote, ReadBed)
  end
  chat.ask(question)
end
